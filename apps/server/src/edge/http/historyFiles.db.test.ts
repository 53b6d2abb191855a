/** What a player has played and moved, over HTTP, from a real ledger: the files, and the sums per day. */
import { ErrorCode } from "@reelcast/contract";
import type { DayOfPlay } from "@reelcast/contract";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createHistory } from "../../history/index.ts";
import { openHistory } from "./testing/history.ts";

const house = await openHistory();
const { db, superuser, stage, app, ask, ago, nextGame, evening, codeOf } = house;
let ann: number;
let bob: number;
beforeEach(async () => {
  ({ ann, bob } = await house.twoPlayers());
});
afterAll(() => house.close());

/** As if all of a player's operations had been made then: the ledger itself lets nobody set a time. */
async function movedAt(player: number, at: string): Promise<void> {
  await sql`alter table operations disable trigger user`.execute(superuser);
  await superuser
    .updateTable("operations")
    .set({ at: new Date(at) })
    .where("player_id", "=", player)
    .execute();
  await sql`alter table operations enable trigger user`.execute(superuser);
}
describe("a file of transactions", () => {
  it("holds all that matches: UTF-8 with its mark, headings and words in the language, amounts and dates as they are read", async () => {
    await evening(ann, "Lale Devri");
    await stage.adjust(bob, 1, "foreign");
    await movedAt(ann, "2026-06-09T21:30:00.123Z");
    const answer = await ask(ann, "transactions.csv", { lang: "en", timeZone: "Europe/Istanbul" });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "x-total-count": "4",
      "cache-control": "no-store",
    });
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="transactions-\d{4}-\d\d-\d\d\.csv"$/);
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.body.slice(1).split("\r\n")).toEqual([
      "Operation date,Type,Amount,From,Tag,IP address,Balance after",
      "10.06.2026 00:30:00,Cash Out,487.50,Lale Devri,,10.0.0.7,20987.50",
      "10.06.2026 00:30:00,Hand Pay,20000.00,Lale Devri,,10.0.0.7,20500.00",
      "10.06.2026 00:30:00,Cash In,-500.00,Lale Devri,,10.0.0.7,500.00",
      "10.06.2026 00:30:00,Deposit,1000.00,House,bank,10.9.9.9,1000.00",
      "",
    ]);
    const narrowed = await ask(ann, "transactions.csv", { lang: "tr", type: "1" });
    expect(narrowed.headers["x-total-count"]).toBe("1");
    expect(narrowed.body).toContain("09.06.2026 21:30:00,Para yatırma,1000.00,Kasa,bank");
  });

  it("is read by a spreadsheet of the language: by semicolons with decimal commas, or by commas with dates that sort", async () => {
    await evening(ann, "Lale; Devri");
    await movedAt(ann, "2026-06-09T21:30:00.123Z");
    const times = { timeZone: "Europe/Istanbul" };
    const turkish = await ask(ann, "transactions.csv", { lang: "tr", ...times, separator: "semicolon" });
    expect([...turkish.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(turkish.body.slice(1).split("\r\n").slice(0, 2)).toEqual([
      "İşlem tarihi;Tür;Tutar;Kaynak;Etiket;IP adresi;İşlem sonrası bakiye",
      '10.06.2026 00:30:00;Makineden alma;487,50;"Lale; Devri";;10.0.0.7;20987,50',
    ]);
    const english = await ask(ann, "transactions.csv", { lang: "en", ...times, separator: "comma" });
    expect(english.body.split("\r\n")[1]).toBe("2026-06-10 00:30:00,Cash Out,487.50,Lale; Devri,,10.0.0.7,20987.50");
    const sessions = await ask(ann, "sessions.csv", { lang: "tr", ...times, separator: "semicolon" });
    expect(sessions.body).toMatch(/;-?\d+,\d\d;10\.0\.0\.7/);
    expect(await codeOf(ann, "sessions.csv", { separator: "tab" })).toEqual([400, ErrorCode.InvalidRequest]);
  });

  it("speaks the language that the browser asks for where none is named", async () => {
    const headingOf = async (language: string) =>
      (
        await app.inject({
          url: "/api/v1/player/transactions.csv",
          headers: { authorization: `Bearer ${ann}`, "accept-language": language },
        })
      ).body.split(",")[0];
    expect(await headingOf("ar-EG,en;q=0.5")).toBe("\ufeffتاريخ العملية");
    expect(await headingOf("de;q=0.9, en-GB;q=0.8, tr;q=0.1")).toBe("\ufeffOperation date");
    expect(await headingOf("de")).toBe("\ufeffİşlem tarihi");
  });

  it("holds no formula, and negative amounts stay numbers", async () => {
    const tags = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1", 'say "a, b"', "two\nlines", "plain"];
    for (const tag of tags) await stage.adjust(ann, 1_000, tag);
    await stage.adjust(ann, -2_550, "out");
    const { body } = await ask(ann, "transactions.csv", { lang: "en" });
    const cells = body
      .split(/\r\n/)
      .slice(1, -1)
      .map((line) => /^[^,]*,[^,]*,([^,]*),House,(.*),,[\d.]+$/s.exec(line)?.slice(1));
    expect(cells).toEqual([
      ["-25.50", "out"],
      ["10.00", "plain"],
      ["10.00", '"two\nlines"'],
      ["10.00", '"say ""a, b"""'],
      ["10.00", "'＝1"],
      ["10.00", `"'\rx"`],
      ["10.00", "'\tx"],
      ["10.00", "'@SUM(A1)"],
      ["10.00", "'-1"],
      ["10.00", "'+1"],
      ["10.00", "'=1+1"],
    ]);
  });

  it("contains each row once over many batches, without rows that are added during the download", async () => {
    await sql`select adjust(${ann}, n, 'k' || n, '{"tag":"x"}') from generate_series(1, 1234) n`.execute(db);
    const history = createHistory({ db: db });
    const { total, text } = await history.transactionsCsv(ann, { timeZone: "UTC" }, "en");
    let whole = "";
    for await (const part of text) {
      whole += part;
      await stage.adjust(ann, 5_000, "late");
    }
    const amounts = whole
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",")[2]);
    expect(total).toBe(1234);
    expect(amounts).toEqual(Array.from({ length: 1234 }, (_, n) => ((1234 - n) / 100).toFixed(2)));
  });

  it.each([
    ["an unknown time zone", { timeZone: "Mars/Olympus" }],
    ["an offset", { timeZone: "+03:00" }],
    ["an unknown language", { lang: "de" }],
    ["a type that is none", { type: "x" }],
  ])("is refused as invalid for %s, and the next one can be asked for", async (_, query) => {
    expect(await codeOf(ann, "transactions.csv", query as Record<string, string>)).toEqual([
      400,
      ErrorCode.InvalidRequest,
    ]);
    expect((await ask(ann, "transactions.csv")).statusCode).toBe(200);
  });
});

describe("a file of sessions", () => {
  it("holds the rows of the list", async () => {
    await evening(ann, "Nazar");
    const machine = await stage.machine("=cmd|'/c calc'!A1");
    await stage.cashIn(await stage.sit(ann, machine, ago(27), null, "2001:db8::1"), 1_000);
    await evening(bob, "Foreign");
    const answer = await ask(ann, "sessions.csv", { lang: "tr", timeZone: "Asia/Tokyo" });
    expect(answer.headers["x-total-count"]).toBe("2");
    expect(answer.body.slice(1).split("\r\n")).toEqual([
      "Başlangıç,Bitiş,Makine,Spin,Bedava spin,Oynama süresi,Net sonuç,IP adresi",
      "10.06.2026 16:00:00,10.06.2026 18:00:00,Nazar,2,1,02:00:00,19987.50,10.0.0.7",
      "09.06.2026 18:00:00,,'=cmd|'/c calc'!A1,0,0,27:00:00,-10.00,2001:db8::1",
      "",
    ]);
    expect((await ask(ann, "sessions.csv", { search: "nazar" })).headers["x-total-count"]).toBe("1");
  });
});

describe("the summary", () => {
  const summary = async (who: number, from: string, to: string, timeZone?: string) => {
    const answer = await ask(who, "summary", { from, to, ...(timeZone === undefined ? {} : { timeZone }) });
    expect([answer.statusCode, answer.body.slice(0, 100)]).toEqual([200, expect.anything()]);
    return answer.json<{ days: DayOfPlay[] }>().days;
  };

  it("sums up games and time per day of the player's time zone, and days without play are there too", async () => {
    const machine = await stage.machine("Nazar");
    const at = (time: string) => new Date(`2026-06-${time}Z`);
    // Over midnight in Istanbul (21:00 UTC), and one that is still open.
    const seat = await stage.sit(ann, machine, at("07T20:00:00"), at("07T23:30:00"));
    await stage.adjust(ann, 10_000, "bank");
    await stage.cashIn(seat, 10_000);
    await stage.game(seat, nextGame(), { bet: 500, win: 0, at: at("07T20:59:59.999") });
    await stage.game(seat, nextGame(), { bet: 500, win: 1_200, at: at("07T21:00:00") });
    await stage.game(seat, nextGame(), { free: true, win: 100, at: at("07T21:00:01") });
    await stage.sit(ann, machine, ago(1), null);
    const other = await stage.sit(bob, await stage.machine("Foreign"), at("07T20:00:00"), at("07T21:30:00"));
    await stage.game(other, nextGame(), { at: at("07T20:30:00") });

    expect(await summary(ann, "2026-06-06T21:00:00Z", "2026-06-10T20:59:59.999Z", "Europe/Istanbul")).toEqual([
      { day: "2026-06-07", net: -500, played: 3600, spins: 1 },
      { day: "2026-06-08", net: 800, played: 9000, spins: 1 },
      { day: "2026-06-09", net: 0, played: 0, spins: 0 },
      { day: "2026-06-10", net: 0, played: 3600, spins: 0 },
    ]);
    expect(await summary(ann, "2026-06-07T12:00:00Z", "2026-06-07T12:00:00Z")).toEqual([
      { day: "2026-06-07", net: 300, played: 12_600, spins: 2 },
    ]);
    expect(await summary(ann, "2026-06-08T12:00:00Z", "2026-06-08T12:00:00Z")).toMatchObject([{ played: 0 }]);
  });

  it("knows that a day of summer time has 23 or 25 hours, and a session may last for days", async () => {
    const machine = await stage.machine("Nazar");
    await stage.sit(ann, machine, new Date("2026-03-27T00:00:00Z"), new Date("2026-04-01T00:00:00Z"));
    const days = await summary(ann, "2026-03-28T00:00:00Z", "2026-03-30T00:00:00Z", "Europe/Berlin");
    expect(days.map(({ day, played }) => [day, played / 3600])).toEqual([
      ["2026-03-28", 24],
      ["2026-03-29", 23],
      ["2026-03-30", 24],
    ]);
  });

  it("accepts up to 366 days", async () => {
    expect(await summary(ann, "2024-01-01T00:00:00Z", "2024-12-31T23:59:59.999Z")).toHaveLength(366);
    const query = { from: "2024-01-01T00:00:00Z", timeZone: "UTC" };
    expect(await codeOf(ann, "summary", { ...query, to: "2025-01-02T00:00:00Z" })).toEqual([
      400,
      ErrorCode.InvalidRequest,
    ]);
    expect(await codeOf(ann, "summary", { ...query, to: "2023-12-31T00:00:00Z" })).toEqual([
      400,
      ErrorCode.InvalidRequest,
    ]);
    expect(await codeOf(ann, "summary", { ...query, to: query.from, timeZone: "Mars/Olympus" })).toEqual([
      400,
      ErrorCode.InvalidRequest,
    ]);
    expect(await codeOf(ann, "summary", { ...query, to: query.from, timeZone: "+03:00" })).toEqual([
      400,
      ErrorCode.InvalidRequest,
    ]);
  });
});

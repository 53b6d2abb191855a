/** What a player has played and moved, over HTTP, from a real ledger. */
import { AppError } from "@reelcast/contract";
import type { DayOfPlay, Operation, SessionRow } from "@reelcast/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createHistory } from "../../history/index.ts";
import { createStage } from "../../history/testing.ts";
import { createTestDatabase } from "../../storage/testing/index.ts";
import type { TestDatabase } from "../../storage/testing/index.ts";
import { createGuard } from "../guard.ts";
import { createHttpApp } from "./app.ts";
import { historyRoutes } from "./history.ts";

const NOW = new Date("2026-06-10T12:00:00Z");
const HOUR = 3_600_000;
let database: TestDatabase;
let stage: ReturnType<typeof createStage>;
let app: FastifyInstance;
let people = 0;
let ann: number;
let bob: number;
let games = 0;

interface List<Row> {
  items: Row[];
  nextCursor: string | null;
  total: number;
}

beforeAll(async () => {
  database = await createTestDatabase();
  stage = createStage(database.db);
  const guard = createGuard({
    accounts: {
      async verify(token) {
        if (!/^\d+$/.test(token)) throw new AppError(40100);
        return { playerId: Number(token), tokenId: token, username: token, permissions: [145], expiresAt: 2e9 };
      },
      redeemTicket: () => Promise.reject(new AppError(40100)),
    },
    callsPerMinute: 100_000,
  });
  app = await createHttpApp({
    log: pino({ level: "silent" }),
    trustedProxies: [],
    plugins: [historyRoutes({ history: createHistory({ db: database.db, now: () => NOW }), guard })],
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  people += 1;
  ann = await stage.player(`ann${people}`);
  bob = await stage.player(`bob${people}`);
});

const ask = (who: number, path: string, query: Record<string, string> = {}) =>
  app.inject({
    url: `/api/v1/player/${path}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${who}`, "accept-language": "en" },
    remoteAddress: `10.1.${people >> 8}.${people & 255}`,
  });
async function list<Row = Operation>(who: number, path: string, query: Record<string, string> = {}) {
  const answer = await ask(who, path, query);
  expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.anything()]);
  return answer.json<List<Row>>();
}
const codeOf = async (who: number, path: string, query: Record<string, string>) => {
  const answer = await ask(who, path, query);
  return [answer.statusCode, answer.json<{ code: number }>().code];
};
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
/** As if all of a player's operations had been made then: the ledger itself lets nobody set a time. */
async function movedAt(player: number, at: string): Promise<void> {
  await sql`alter table operations disable trigger user`.execute(database.db);
  await database.db
    .updateTable("operations")
    .set({ at: new Date(at) })
    .where("player_id", "=", player)
    .execute();
  await sql`alter table operations enable trigger user`.execute(database.db);
}
const nextGame = () => (games += 1);

/** An evening: money in, a game, free games, a hand pay, money out. */
async function evening(player: number, machineName: string) {
  const machine = await stage.machine(machineName);
  await stage.adjust(player, 100_000, "bank", "10.9.9.9");
  const seat = await stage.sit(player, machine, ago(5), ago(3), "10.0.0.7");
  await stage.cashIn(seat, 50_000);
  await stage.game(seat, nextGame(), { bet: 1_000, win: 250 });
  await stage.game(seat, nextGame(), { free: true, win: 500 });
  await stage.game(seat, nextGame(), { bet: 1_000, win: 2_000_000, handPay: 2_000_000 });
  await stage.cashOut(seat, 48_750);
  return { machine, seat };
}

describe("transactions", () => {
  it("are every operation of the wallet, newest first, with type, amount, from, tag, address and the balance after", async () => {
    const { seat } = await evening(ann, "Lale Devri");
    await stage.post(`promotion:weekly:${ann}:2026-W23`, "promotion", ann, 700, { tag: "weekly", ip: "10.0.0.8" });
    await stage.post(`jackpot:1:${seat.machineId}:99`, "jackpot", ann, 900_000, {
      jackpot: "Grand",
      machineId: seat.machineId,
      sessionId: seat.sessionId,
    });
    await stage.adjust(ann, -10_000, "payout");
    const { items, total, nextCursor } = await list(ann, "transactions");
    expect([total, nextCursor]).toEqual([7, null]);
    expect(items.map(({ id, at, ...rest }) => (id && at ? rest : null))).toEqual([
      { type: 2, amount: -10_000, from: "house", tag: "payout", ip: null, balance: 2_989_450 },
      { type: 6, amount: 900_000, from: "Lale Devri", tag: "Grand", ip: "10.0.0.7", balance: 2_999_450 },
      { type: 1, amount: 700, from: "promotions", tag: "weekly", ip: "10.0.0.8", balance: 2_099_450 },
      { type: 4, amount: 48_750, from: "Lale Devri", tag: "", ip: "10.0.0.7", balance: 2_098_750 },
      { type: 5, amount: 2_000_000, from: "Lale Devri", tag: "", ip: "10.0.0.7", balance: 2_050_000 },
      { type: 3, amount: -50_000, from: "Lale Devri", tag: "", ip: "10.0.0.7", balance: 50_000 },
      { type: 1, amount: 100_000, from: "house", tag: "bank", ip: "10.9.9.9", balance: 100_000 },
    ]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(7);
  });

  it("are nobody else's, whatever is asked for", async () => {
    const { seat } = await evening(ann, "Only Ann's");
    await stage.adjust(bob, 500, "bank");
    expect((await list(bob, "transactions")).items).toMatchObject([{ amount: 500, balance: 500 }]);
    expect((await list(bob, "transactions", { search: "Only Ann's" })).total).toBe(0);
    expect((await list(bob, "transactions", { search: "10.0.0.7" })).items).toEqual([]);
    expect((await list(bob, "sessions", { search: seat.sessionId })).items).toEqual([]);
    const { nextCursor } = await list(ann, "transactions", { limit: "1" });
    expect(await codeOf(bob, "transactions", { cursor: nextCursor ?? "", limit: "1" })).toEqual([400, 40000]);
  });

  it("page without gaps or doubles while new ones arrive, and the total stays that of the first page", async () => {
    for (let n = 1; n <= 23; n += 1) await stage.adjust(ann, n, `n${n}`);
    const tags: string[] = [];
    let cursor: string | null = null;
    do {
      const page: List<Operation> = await list(ann, "transactions", {
        limit: "5",
        ...(cursor === null ? {} : { cursor }),
      });
      expect(page.total).toBe(23);
      tags.push(...page.items.map(({ tag }) => tag));
      cursor = page.nextCursor;
      await stage.adjust(ann, 1, "late");
    } while (cursor !== null);
    expect(tags).toEqual(Array.from({ length: 23 }, (_, n) => `n${23 - n}`));
    expect((await list(ann, "transactions")).total).toBe(28);
  });

  it("narrow to a type, to moments that both belong, and to what is searched: machine, tag, address, amount as typed", async () => {
    await evening(ann, "Şans Yıldızı");
    const typesOf = async (query: Record<string, string>) => {
      const { items, total } = await list(ann, "transactions", query);
      expect(total).toBe(items.length);
      return items.map(({ type }) => type);
    };
    expect(await typesOf({ type: "5" })).toEqual([5]);
    expect(await typesOf({ type: "9" })).toEqual([]);
    expect(await typesOf({ search: "sans yildizi" })).toEqual([4, 5, 3]);
    expect(await typesOf({ search: "ŞANS" })).toEqual([4, 5, 3]);
    expect(await typesOf({ search: " BANK " })).toEqual([1]);
    expect(await typesOf({ search: "10.9.9" })).toEqual([1]);
    expect(await typesOf({ search: "20.000,00" })).toEqual([5]);
    expect(await typesOf({ search: "20,000" })).toEqual([5]);
    expect(await typesOf({ search: "487,5" })).toEqual([4]);
    expect(await typesOf({ search: "-500" })).toEqual([3]);
    expect(await typesOf({ search: "%" })).toEqual([]);
    expect(await typesOf({ search: "a' or 1=1 --" })).toEqual([]);
    const [newest, , , oldest] = (await list(ann, "transactions")).items;
    const first = oldest?.at ?? "";
    expect(await typesOf({ to: first })).toContain(1);
    expect(await typesOf({ from: first, to: newest?.at ?? "" })).toEqual([4, 5, 3, 1]);
    expect(await typesOf({ to: new Date(Date.parse(first) - 1).toISOString() })).toEqual([]);
    expect(await typesOf({ from: "2999-01-01T00:00:00Z" })).toEqual([]);
    expect(await typesOf({ from: "0000-01-01T00:00:00Z", type: "3" })).toEqual([3]);
  });

  it.each([
    ["a cursor that is none", { cursor: "abc" }],
    ["an empty cursor", { cursor: "" }],
    ["a cursor of another kind", { cursor: Buffer.from("[1,2,3]").toString("base64url") }],
    ["a type that is none", { type: "cashin" }],
    ["too many rows", { limit: "101" }],
    ["no rows", { limit: "0" }],
    ["a search that no database can hold", { search: "a\0b" }],
    ["a search that is too long", { search: "x".repeat(101) }],
    ["a day that is none", { from: "2026-02-30T00:00:00Z" }],
  ])("refuse %s with 40000", async (_, query) => {
    expect(await codeOf(ann, "transactions", query as Record<string, string>)).toEqual([400, 40000]);
  });

  it("refuse a cursor with other filters than its own", async () => {
    for (let n = 0; n < 3; n += 1) await stage.adjust(ann, 1, "x");
    const { nextCursor } = await list(ann, "transactions", { limit: "1", type: "1" });
    const cursor = nextCursor ?? "";
    expect(await codeOf(ann, "transactions", { cursor, limit: "1", type: "2" })).toEqual([400, 40000]);
    expect(await codeOf(ann, "sessions", { cursor, limit: "1", type: "1" })).toEqual([400, 40000]);
    expect((await list(ann, "transactions", { cursor, limit: "2", type: "1" })).items).toHaveLength(2);
  });

  it("never keep money from moving, however odd the detail of a journal is", async () => {
    for (const [n, detail] of [null, "text", 7, [], { tag: null, sessionId: {} }].entries()) {
      await stage.post(`jackpot:x:${n}`, "jackpot", ann, 1, detail);
      await stage.post(`jackpot:1:999999999:${n}${ann}`, "jackpot", ann, 1, detail);
      await stage.post(`something-new:${ann}:${n}`, "something-new", ann, 1, detail);
    }
    const { items, total } = await list(ann, "transactions");
    expect(total).toBe(15);
    expect(items[0]).toMatchObject({ type: 1, from: "house", balance: 15 });
    expect(items[1]).toMatchObject({ type: 6, from: "jackpot" });
  });
});

describe("sessions", () => {
  it("show time, machine, spins, net amount and their operations, newest first", async () => {
    const { seat, machine } = await evening(ann, "Nazar");
    const open = await stage.sit(ann, machine, ago(1), null, "10.0.0.8");
    await stage.cashIn(open, 2_000);
    const { items, total } = await list<SessionRow>(ann, "sessions");
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { id: open.sessionId, end: null, played: 3600, amount: -2_000, spins: 0, freeSpins: 0, ip: "10.0.0.8" },
      {
        id: seat.sessionId,
        start: ago(5).toISOString(),
        end: ago(3).toISOString(),
        machineId: machine,
        machine: "Nazar",
        spins: 2,
        freeSpins: 1,
        played: 7200,
        amount: 48_750 + 2_000_000 - 50_000,
        ip: "10.0.0.7",
      },
    ]);
    expect(items[1]?.operations.map(({ type, amount }) => [type, amount])).toEqual([
      [4, 48_750],
      [5, 2_000_000],
      [3, -50_000],
    ]);
    const all = (await list(ann, "transactions")).items;
    expect(all).toEqual(expect.arrayContaining(items.flatMap(({ operations }) => operations)));
  });

  it("are nobody else's", async () => {
    await evening(ann, "Private");
    expect(await list(bob, "sessions")).toEqual({ items: [], nextCursor: null, total: 0 });
    expect(await list(bob, "sessions", { search: "Private", type: "3" })).toMatchObject({ total: 0 });
  });

  it("page without gaps or doubles where several began within the same millisecond, and while new ones begin", async () => {
    const machine = await stage.machine("Fast");
    const made: string[] = [];
    for (let n = 0; n < 11; n += 1) {
      const seat = await stage.sit(ann, machine, ago(40), ago(39));
      await database.db
        .updateTable("sessions")
        .set({ started_at: `2026-06-01T10:00:00.0001${n % 4}0Z` as never })
        .where("id", "=", seat.sessionId)
        .execute();
      made.push(seat.sessionId);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: List<SessionRow> = await list(ann, "sessions", {
        limit: "3",
        ...(cursor === null ? {} : { cursor }),
      });
      expect(page.total).toBe(11);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      await stage.sit(ann, machine, ago(2), ago(1));
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual(made.toSorted());
  });

  it("narrow to machine, address, net amount, type of operation and to when they began", async () => {
    const { seat } = await evening(ann, "Göbeklitepe");
    const other = await stage.sit(ann, await stage.machine("Pamukkale"), ago(2), ago(1), "10.0.0.9");
    await stage.cashIn(other, 1_234);
    const idsOf = async (query: Record<string, string>) => {
      const { items, total } = await list<SessionRow>(ann, "sessions", query);
      expect(total).toBe(items.length);
      return items.map(({ id }) => id);
    };
    expect(await idsOf({ search: "gobekli" })).toEqual([seat.sessionId]);
    expect(await idsOf({ search: "10.0.0.9" })).toEqual([other.sessionId]);
    expect(await idsOf({ search: "12,34" })).toEqual([other.sessionId]);
    expect(await idsOf({ search: "19.987,50" })).toEqual([seat.sessionId]);
    expect(await idsOf({ type: "5" })).toEqual([seat.sessionId]);
    expect(await idsOf({ type: "3" })).toEqual([other.sessionId, seat.sessionId]);
    expect(await idsOf({ from: ago(2).toISOString() })).toEqual([other.sessionId]);
    expect(await idsOf({ to: ago(5).toISOString() })).toEqual([seat.sessionId]);
  });
});

describe("the log", () => {
  it("narrows to type, detail, address and moments, and is nobody else's", async () => {
    const at = (hours: number) => ago(hours) as never;
    await database.db
      .insertInto("log_entries")
      .values([
        { player_id: ann, type: "LOGIN_FAIL", ip: "10.0.0.1", detail: null, at: at(9) },
        { player_id: ann, type: "LOGIN_SUCCESS", ip: "10.0.0.2", detail: null, at: at(8) },
        { player_id: ann, type: "LOGIN_NOT_ALLOWED", ip: "2001:db8::A", detail: "Banned", at: at(7) },
        { player_id: bob, type: "LOGIN_SUCCESS", ip: "10.0.0.3", detail: null, at: at(6) },
      ])
      .execute();
    const typesOf = async (query: Record<string, string> = {}) =>
      (await list<{ type: string }>(ann, "logs", query)).items.map(({ type }) => type);
    expect(await typesOf()).toEqual(["LOGIN_NOT_ALLOWED", "LOGIN_SUCCESS", "LOGIN_FAIL"]);
    expect(await typesOf({ type: "LOGIN_FAIL" })).toEqual(["LOGIN_FAIL"]);
    expect(await typesOf({ search: "banned" })).toEqual(["LOGIN_NOT_ALLOWED"]);
    expect(await typesOf({ search: "10.0.0.2" })).toEqual(["LOGIN_SUCCESS"]);
    expect(await typesOf({ from: ago(8).toISOString(), to: ago(7).toISOString() })).toHaveLength(2);
    const { nextCursor, total } = await list(ann, "logs", { limit: "2" });
    expect(total).toBe(3);
    expect(await typesOf({ limit: "2", cursor: nextCursor ?? "" })).toEqual(["LOGIN_FAIL"]);
    expect(await codeOf(bob, "logs", { limit: "2", cursor: nextCursor ?? "" })).toEqual([400, 40000]);
    expect(await codeOf(ann, "logs", { cursor: "12" })).toEqual([400, 40000]);
  });
});

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

  it("holds each row once over many batches, and those that come meanwhile are left to the next", async () => {
    await sql`select adjust(${ann}, n, 'k' || n, '{"tag":"x"}') from generate_series(1, 1234) n`.execute(database.db);
    const history = createHistory({ db: database.db });
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
  ])("is refused with 40000 for %s, and the next one can be asked for", async (_, query) => {
    expect(await codeOf(ann, "transactions.csv", query as Record<string, string>)).toEqual([400, 40000]);
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

  it("takes up to 366 days", async () => {
    expect(await summary(ann, "2024-01-01T00:00:00Z", "2024-12-31T23:59:59.999Z")).toHaveLength(366);
    const query = { from: "2024-01-01T00:00:00Z", timeZone: "UTC" };
    expect(await codeOf(ann, "summary", { ...query, to: "2025-01-02T00:00:00Z" })).toEqual([400, 40000]);
    expect(await codeOf(ann, "summary", { ...query, to: "2023-12-31T00:00:00Z" })).toEqual([400, 40000]);
    expect(await codeOf(ann, "summary", { ...query, to: query.from, timeZone: "Mars/Olympus" })).toEqual([400, 40000]);
    expect(await codeOf(ann, "summary", { ...query, to: query.from, timeZone: "+03:00" })).toEqual([400, 40000]);
  });
});

describe("the copy that lists are read from", () => {
  it("agrees with the ledger, posting by posting, and can't be changed", async () => {
    await evening(ann, "Nazar");
    const { rows } = await sql`
      select p.seq, p.amount, p.balance from postings p join ledger_accounts a on a.id = p.account_id
      where a.kind = 'player' except select seq, amount, balance from operations`.execute(database.db);
    expect(rows).toEqual([]);
    await expect(database.db.deleteFrom("operations").execute()).rejects.toThrow("append-only");
    await expect(database.db.updateTable("operations").set({ amount: 1 }).execute()).rejects.toThrow("append-only");
  });
});

it("asks for a login", async () => {
  const answer = await app.inject({ url: "/api/v1/player/transactions" });
  expect(answer.statusCode).toBe(401);
});

/** What a player has played and moved, over HTTP, from a real ledger: the lists. */
import { ErrorCode } from "@reelcast/contract";
import type { Operation, SessionRow } from "@reelcast/contract";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { unguarded } from "../../history/testing.ts";
import { openHistory } from "./testing/history.ts";

interface List<Row> {
  items: Row[];
  nextCursor: string | null;
  total: number;
}

const house = await openHistory();
const { db, superuser, stage, app, ask, ago, evening, codeOf } = house;
let ann: number;
let bob: number;
beforeEach(async () => {
  ({ ann, bob } = await house.twoPlayers());
});
afterAll(() => house.close());

async function list<Row = Operation>(who: number, path: string, query: Record<string, string> = {}) {
  const answer = await ask(who, path, query);
  expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.anything()]);
  return answer.json<List<Row>>();
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

  it("are only the player's own, for any query", async () => {
    const { seat } = await evening(ann, "Only Ann's");
    await stage.adjust(bob, 500, "bank");
    expect((await list(bob, "transactions")).items).toMatchObject([{ amount: 500, balance: 500 }]);
    expect((await list(bob, "transactions", { search: "Only Ann's" })).total).toBe(0);
    expect((await list(bob, "transactions", { search: "10.0.0.7" })).items).toEqual([]);
    expect((await list(bob, "sessions", { search: seat.sessionId })).items).toEqual([]);
    const { nextCursor } = await list(ann, "transactions", { limit: "1" });
    expect(await codeOf(bob, "transactions", { cursor: nextCursor ?? "", limit: "1" })).toEqual([
      400,
      ErrorCode.InvalidRequest,
    ]);
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
    // What the columns show in the player's language, as the app names it.
    expect(await typesOf({ search: "zzz", searchTypes: "5,3" })).toEqual([5, 3]);
    expect(await typesOf({ search: "zzz", searchFrom: "house" })).toEqual([1]);
    expect(await typesOf({ search: "zzz", searchTags: "bank,bonus" })).toEqual([1]);
    expect(await typesOf({ search: "zzz", searchTags: "bonus" })).toEqual([]);
    expect(await typesOf({ searchTypes: "5" })).toEqual(await typesOf({}));
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
    ["codes that are none", { search: "a", searchTypes: "1;2" }],
    ["a search that is too long", { search: "x".repeat(101) }],
    ["a day that is none", { from: "2026-02-30T00:00:00Z" }],
  ])("refuse %s as invalid", async (_, query) => {
    expect(await codeOf(ann, "transactions", query as Record<string, string>)).toEqual([400, ErrorCode.InvalidRequest]);
  });
  it("refuse a search that no database can hold, and say why", async () => {
    expect(await codeOf(ann, "transactions", { search: "a\0b" })).toEqual([400, ErrorCode.TextNotStorable]);
  });

  it("refuse a cursor with other filters than its own", async () => {
    for (let n = 0; n < 3; n += 1) await stage.adjust(ann, 1, "x");
    const { nextCursor } = await list(ann, "transactions", { limit: "1", type: "1" });
    const cursor = nextCursor ?? "";
    expect(await codeOf(ann, "transactions", { cursor, limit: "1", type: "2" })).toEqual([
      400,
      ErrorCode.InvalidRequest,
    ]);
    expect(await codeOf(ann, "sessions", { cursor, limit: "1", type: "1" })).toEqual([400, ErrorCode.InvalidRequest]);
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
      await unguarded(superuser, (trx) =>
        trx
          .updateTable("sessions")
          .set({ started_at: `2026-06-01T10:00:00.0001${n % 4}0Z` as never })
          .where("id", "=", seat.sessionId)
          .execute(),
      );
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

describe("sessions with a game", () => {
  it("are asked for alone, page by page, with the one that is open; the total counts no others", async () => {
    await stage.adjust(ann, 1_000, "bank");
    const machine = await stage.machine("Sparse");
    const seats: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      const seat = await stage.sit(ann, machine, ago(40 - n), ago(39.5 - n));
      if (n % 3 !== 0) continue;
      await stage.cashIn(seat, 100);
      await stage.game(seat, n + 1, { bet: n === 3 ? 0 : 100, free: n === 3 });
      seats.unshift(seat.sessionId);
    }
    const open = await stage.sit(ann, machine, ago(1), null);
    seats.unshift(open.sessionId);
    expect((await list(ann, "sessions")).total).toBe(10);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: List<SessionRow> = await list(ann, "sessions", {
        limit: "2",
        played: "true",
        ...(cursor === null ? {} : { cursor }),
      });
      expect(page.total).toBe(4);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(seats);
    const { nextCursor } = await list(ann, "sessions", { limit: "1" });
    // A cursor belongs to its own filter.
    expect(await codeOf(ann, "sessions", { limit: "1", cursor: nextCursor ?? "", played: "true" })).toEqual([
      400,
      ErrorCode.InvalidRequest,
    ]);
    expect(await codeOf(ann, "sessions", { played: "yes" })).toEqual([400, ErrorCode.InvalidRequest]);
  });
});

describe("the log", () => {
  it("narrows to type, detail, address and moments, and is nobody else's", async () => {
    const at = (hours: number) => ago(hours) as never;
    await db
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
    expect(await codeOf(bob, "logs", { limit: "2", cursor: nextCursor ?? "" })).toEqual([
      400,
      ErrorCode.InvalidRequest,
    ]);
    expect(await codeOf(ann, "logs", { cursor: "12" })).toEqual([400, ErrorCode.InvalidRequest]);
  });
});

describe("the copy that lists are read from", () => {
  it("agrees with the ledger, posting by posting, and can't be changed", async () => {
    await evening(ann, "Nazar");
    const { rows } = await sql`
      select p.seq, p.amount, p.balance from postings p join ledger_accounts a on a.id = p.account_id
      where a.kind = 'player' except select seq, amount, balance from operations`.execute(db);
    expect(rows).toEqual([]);
    await expect(superuser.deleteFrom("operations").execute()).rejects.toThrow("append-only");
    await expect(superuser.updateTable("operations").set({ amount: 1 }).execute()).rejects.toThrow("append-only");
  });
});

it("asks for a login", async () => {
  const answer = await app.inject({ url: "/api/v1/player/transactions" });
  expect(answer.statusCode).toBe(401);
});

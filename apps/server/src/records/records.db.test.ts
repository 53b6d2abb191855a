import { ErrorCode, MAX_ID } from "@reelcast/contract";
import { ApprovalRow, GameEvidence, GamesQuery, PlayerListRow, TransferEvidence } from "@reelcast/contract/console";
import type { PlayerState } from "@reelcast/contract/console";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestApproval } from "../approvals/index.ts";
import { writeCursor } from "../cursor.ts";
import { HistoryFixture, unguarded } from "../history/testing.ts";
import type { Seat } from "../history/testing.ts";
import { readAge } from "../protection/age.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "../wallet/index.ts";
import { codeOf, game, newTable, request } from "../wallet/testing.ts";
import { createRecords } from "./index.ts";
import type { Records } from "./index.ts";
import type { Page } from "./page.ts";

let database: TestDatabase;
let fixture: HistoryFixture;
let records: Records;
let isAgeRequired = false;
beforeAll(async () => {
  database = await createTestDatabase();
  // The wallet's own fixture counts from 1.
  await sql`
    select setval(pg_get_serial_sequence('players', 'id'), 900), setval(pg_get_serial_sequence('machines', 'id'), 900)`.execute(
    database.superuser,
  );
  fixture = new HistoryFixture(database.superuser);
  records = createRecords({
    db: database.db,
    protectionOf: async () => ({ realityCheckMinutes: null, limits: [], breakUntil: null, exclusionUntil: null }),
    ageOf: (playerId) => readAge(database.db, playerId),
    isAgeRequired: () => isAgeRequired,
  });
});
afterAll(() => database.close());

/** All pages of a list; `between` runs after the first one. */
async function readAll<Item>(
  page: (cursor?: string) => Promise<Page<Item>>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const answer = await page(cursor);
    items.push(...answer.items);
    if (cursor === undefined) await between();
    cursor = answer.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

describe("players", () => {
  it("are found by a part of a name in any spelling, by e-mail and by number", async () => {
    const id = await fixture.player("Çiğdem.Işık");
    await database.superuser
      .updateTable("players")
      .set({ name: "Ayşe", lastname: "Yılmaz" })
      .where("id", "=", id)
      .execute();
    const find = async (search: string) =>
      (await records.players.list({ search, limit: 10 })).items.map((row) => row.id);
    for (const search of ["cigdem", "ÇİĞDEM", "ysE yil", "isik@", String(id), ` ${id} `])
      expect(await find(search), search).toEqual([id]);
    expect(await find("nobody")).toEqual([]);
    expect(await find("99999999999")).toEqual([]);
    expect(await codeOf(records.players.list({ search: "a\0", limit: 1 }))).toBe(ErrorCode.InvalidRequest);
  });

  it("appear once on all pages, also while new ones come", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(await fixture.player(`pages${n}`));
    const rows = await readAll(
      (cursor) => records.players.list({ search: "pages", cursor, limit: 3 }),
      () => fixture.player("pages-new"),
    );
    expect(rows.map((row) => row.id)).toEqual(ids.toReversed());
    expect(PlayerListRow.parse(rows[0])).toMatchObject({ username: "pages6", states: [], balance: 0, machine: null });
    const { nextCursor } = await records.players.list({ search: "pages", limit: 3 });
    const answered = (search: string, cursor: string) => codeOf(records.players.list({ search, cursor, limit: 3 }));
    expect(await answered("other", nextCursor ?? "")).toBe(ErrorCode.InvalidRequest);
    // Written by the caller: no player can have such a number.
    const tooLarge = writeCursor(["players", { search: "pages", state: null }], { after: MAX_ID + 1, total: 0 });
    expect(await answered("pages", tooLarge)).toBe(ErrorCode.InvalidRequest);
  });

  it("are listed by state", async () => {
    const [seated, banned, away] = [
      await fixture.player("state.seated"),
      await fixture.player("state.banned"),
      await fixture.player("state.away"),
    ];
    await fixture.sit(seated, await fixture.machine("Window"), new Date(), null);
    await database.superuser.updateTable("players").set({ banned_at: new Date() }).where("id", "=", banned).execute();
    await database.superuser
      .insertInto("player_protection")
      .values({
        player_id: away,
        break_until: new Date(Date.now() + 86_400_000),
        reality_check_minutes: null,
        exclusion_until: null,
      })
      .execute();
    const inState = async (state: PlayerState) =>
      (await records.players.list({ search: "state.", state, limit: 10 })).items;
    expect(await inState("seated")).toMatchObject([{ id: seated, states: ["seated"], machine: { name: "Window" } }]);
    expect(await inState("banned")).toMatchObject([{ id: banned, states: ["banned"] }]);
    expect(await inState("away")).toMatchObject([{ id: away, states: ["away"] }]);
    expect(await inState("inDoubt")).toEqual([]);
    await database.superuser
      .updateTable("players")
      .set({ age_verified_at: new Date() })
      .where("id", "in", [seated, away])
      .execute();
    expect(await inState("unverified")).toMatchObject([{ id: banned, states: ["banned"] }]);
    isAgeRequired = true;
    expect(await inState("unverified")).toMatchObject([{ id: banned, states: ["banned", "unverified"] }]);
    expect(await inState("away")).toMatchObject([{ id: away, states: ["away"] }]);
    isAgeRequired = false;
  });

  it("have their money where it is: free, reserved, at the machine, in doubt", async () => {
    const wallet = createWallet({ db: database.db });
    const at = await newTable(database.superuser, wallet);
    const { transfer: first } = await wallet.begin(request(at, "cashin", 300));
    await wallet.markSent(first.id, at.fence);
    await wallet.settle(first.id, { moved: 300, credit: 300 }, at.fence);
    const { transfer } = await wallet.begin(request(at, "cashin", 500));
    const balance = async () => (await records.players.one(at.playerId)).balance;
    expect(await balance()).toEqual({ free: 9_200, reserved: 500, atMachines: 300, inDoubt: 0 });
    await wallet.markSent(transfer.id, at.fence);
    await wallet.markUnknown(transfer.id, {}, at.fence);
    const asked = {
      asked: transfer.id,
      at: "2026-11-22T10:00:00.000Z",
      meters: { transferredIn: 800, transferredOut: 0, credit: 800 },
      ledger: { transferredIn: 300, transferredOut: 0, credit: 300 },
    };
    await wallet.makeManual(transfer.id, { reason: "the meters differ", evidence: asked }, at.fence);
    expect(await balance()).toEqual({ free: 9_200, reserved: 0, atMachines: 0, inDoubt: 800 });
    expect(await codeOf(records.players.one(1_000_000))).toBe(ErrorCode.NotFound);

    const evidence = TransferEvidence.parse(await records.transfers.one(transfer.id));
    expect(evidence).toMatchObject({
      state: "manual",
      decidable: 500,
      detail: "the meters differ",
      evidence: { asked: transfer.id },
      suspension: { held: 500, credit: 300, remaining: 800 },
      journals: [{ kind: "suspend" }],
    });
    expect(evidence.journals[0]?.postings.every(({ fits }) => fits)).toBe(true);
    expect(evidence.reading).toEqual({ at: asked.at, meters: asked.meters, ledger: asked.ledger });
    await wallet.resolveManual(transfer.id, { state: "failed", moved: 0, by: "ayse", reason: "seen" }, null);
    expect(await records.transfers.one(transfer.id)).toMatchObject({
      state: "failed",
      decidable: null,
      journals: [{ kind: "suspend" }, { kind: "resolve" }],
      acts: [{ act: "transfer.decided", by: "system" }],
    });
  });
});

describe("a player's money", () => {
  let player: number;
  let seat: Seat;
  beforeAll(async () => {
    player = await fixture.player("money.player");
    await fixture.adjust(player, 10_000, "opening");
    seat = await fixture.sit(player, await fixture.machine("Ledger"), new Date(), null);
    await fixture.cashIn(seat, 4_000);
    await fixture.game(seat, 1, { bet: 1_000, win: 2_500 });
    await fixture.cashOut(seat, 5_500);
    await fixture.adjust(player, -500, "correction");
  });

  it("is its postings, each with what it came from, in pages", async () => {
    const rows = await readAll(
      (cursor) => records.money.movements(player, { cursor, limit: 2 }),
      () => fixture.adjust(player, 1, "later"),
    );
    expect(rows.map(({ seq, kind, amount, balance }) => [seq, kind, amount, balance])).toEqual([
      [4, "withdraw", -500, 11_000],
      [3, "cashout", 5_500, 11_500],
      [2, "cashin", -4_000, 6_000],
      [1, "deposit", 10_000, 10_000],
    ]);
    expect(rows[1]).toMatchObject({ machine: { name: "Ledger" }, session: seat.sessionId });
  });

  it("has a balance for each day and each hour, of the days of a time zone", async () => {
    await unguarded(database.superuser, (trx) =>
      sql`
      update operations set at = case seq when 1 then timestamptz '2026-03-28 20:30Z' when 2 then '2026-03-28 23:30Z'
        when 3 then '2026-03-30 10:00Z' else '2026-03-30 12:00Z' end where player_id = ${player}`.execute(trx),
    );
    const range = { from: "2026-03-27T23:00:00.000Z", to: "2026-03-30T21:59:59.999Z", timeZone: "Europe/Berlin" };
    // The clocks change in the night to the 29th.
    expect(await records.money.series(player, { ...range, step: "day" })).toEqual([
      {
        at: "2026-03-27T23:00:00.000Z",
        balance: 10_000,
        fromMachines: 0,
        toMachines: 0,
        fromHouse: 10_000,
        toHouse: 0,
      },
      { at: "2026-03-28T23:00:00.000Z", balance: 6_000, fromMachines: 0, toMachines: 4_000, fromHouse: 0, toHouse: 0 },
      {
        at: "2026-03-29T22:00:00.000Z",
        balance: 11_001,
        fromMachines: 5_500,
        toMachines: 0,
        fromHouse: 1,
        toHouse: 500,
      },
    ]);
    const hours = await records.money.series(player, {
      ...range,
      from: "2026-03-30T09:30:00Z",
      to: "2026-03-30T11:10:00Z",
      step: "hour",
    });
    expect(hours).toMatchObject([
      { at: "2026-03-30T09:00:00.000Z", balance: 6_000 },
      { at: "2026-03-30T10:00:00.000Z", balance: 11_500, fromMachines: 5_500 },
      { at: "2026-03-30T11:00:00.000Z", balance: 11_500, fromMachines: 0 },
    ]);
    for (const wrong of [
      { timeZone: "Mars/Base" },
      { to: range.from, from: range.to },
      { from: "2020-01-01T00:00:00Z" },
    ])
      expect(await codeOf(records.money.series(player, { ...range, step: "day", ...wrong }))).toBe(
        ErrorCode.InvalidRequest,
      );
  });
});

const games = (query: Partial<GamesQuery>) => records.games.list({ ...GamesQuery.parse({}), ...query });

describe("games", () => {
  let seat: Seat;
  const day = { from: "2026-11-21T21:00:00.000Z", to: "2026-11-22T20:59:59.999Z" };
  beforeAll(async () => {
    const player = await fixture.player("games.player");
    seat = await fixture.sit(player, await fixture.machine("Comet"), new Date(), null);
    await fixture.cashIn({ ...seat }, 0).catch(() => undefined);
    await fixture.adjust(player, 1_000_000, "opening");
    await fixture.cashIn(seat, 900_000);
    const wins = [0, 500, 70_000, 20, 70_000, 0, 90_000];
    for (const [index, win] of wins.entries()) {
      // The last one is of the day after.
      const ended = new Date(Date.parse(index === 6 ? day.to : day.from) + index * 1_000 + 500);
      await fixture.game(seat, index + 1, { bet: 100 + index, win, at: ended });
    }
  });

  it("the highest win of a day is the first one, and equal wins are on one page each", async () => {
    const read = (cursor?: string) => games({ ...day, machine: seat.machineId, order: "win", limit: 1, cursor });
    const rows = await readAll(read, () =>
      fixture.game(seat, 8, { win: 80_000, at: new Date(Date.parse(day.from) + 9_000) }),
    );
    expect(rows.map(({ id, win }) => [id, win])).toEqual(
      [
        [5, 70_000],
        [3, 70_000],
        [2, 500],
        [4, 20],
        [6, 0],
        [1, 0],
      ].map(([number, win]) => [`${seat.machineId}-${number}`, win]),
    );
    expect(await codeOf(games({ order: "win", to: day.to }))).toBe(ErrorCode.InvalidRequest);
    expect((await games({ ...day, order: "win" })).items[0]).toMatchObject({ win: 80_000, machine: { name: "Comet" } });
  });

  it("are found by number, machine, player, session and what they brought", async () => {
    const found = async (query: Partial<GamesQuery>) => (await games(query)).items.map(({ id }) => id);
    const id = (number: number) => `${seat.machineId}-${number}`;
    expect(await found({ search: id(3) })).toEqual([id(3)]);
    expect(await found({ search: "3", machine: seat.machineId })).toEqual([id(3)]);
    expect(await found({ search: "x" })).toEqual([]);
    expect(await found({ player: seat.playerId, order: "bet", limit: 2 })).toEqual([id(7), id(6)]);
    expect(await found({ session: seat.sessionId, only: "won", ...day })).toEqual([8, 5, 4, 3, 2].map(id));
    expect(await found({ session: seat.sessionId, only: "handPay" })).toEqual([]);
    expect(await found({ session: seat.sessionId, only: "jackpot" })).toEqual([]);
  });

  it("the newest first are in pages by the time of their end", async () => {
    const rows = await readAll((cursor) => games({ session: seat.sessionId, limit: 3, cursor }));
    expect(rows.map(({ id }) => Number(id.split("-")[1]))).toEqual([7, 8, 6, 5, 4, 3, 2, 1]);
  });
});

describe("the record of a game", () => {
  const meters = { coinIn: 100, coinOut: 40, handPaid: 0, credit: 240 };

  async function played() {
    const wallet = createWallet({ db: database.db });
    const at = await newTable(database.superuser, wallet);
    const { transfer } = await wallet.begin(request(at, "cashin", 300));
    await wallet.markSent(transfer.id, at.fence);
    await wallet.settle(transfer.id, { moved: 300, credit: 300 }, at.fence);
    for (let number = 1; number <= 8; number += 1) {
      const detail = { skin: "royal-sevens", stops: [number] };
      await wallet.recordGame(
        game(at, number, { bet: 10, win: number, meters: { ...meters, coinIn: number * 10 }, detail }),
        at.fence,
      );
    }
    return at;
  }

  it("has bet, outcome, meters before and after, postings with their hashes, and its place in the session", async () => {
    const { machineId, playerId } = await played();
    const found = GameEvidence.parse(await records.games.one(`${machineId}-7`));
    expect(found).toMatchObject({
      record: { bet: 10, win: 7, meters: { coinIn: 70 }, outcome: { stops: [7] } },
      chain: { state: "intact", checked: 7 },
      metersBefore: { coinIn: 60 },
      player: { id: playerId },
      machine: { name: "Machine", brand: expect.any(String), maths: { game: expect.any(String) } },
      before: `${machineId}-6`,
      after: `${machineId}-8`,
      journals: [{ kind: "game", source: `game:${machineId}:7` }],
    });
    expect(found.machine.maths?.returnToPlayer).toBeGreaterThan(0.8);
    expect(found.journals[0]?.postings.map(({ account, amount, fits }) => [account.kind, amount, fits])).toEqual([
      ["machine", -10, true],
      ["machine", 7, true],
      ["house", 10, true],
      ["house", -7, true],
    ]);
    const first = await records.games.one(`${machineId}-1`);
    expect(first).toMatchObject({ previous: null, before: null, metersBefore: null, chain: { state: "intact" } });
    expect(await codeOf(records.games.one(`${machineId}-99`))).toBe(ErrorCode.NotFound);
  });

  it("shows a game that was changed afterwards, at itself and at those around it, and a changed posting", async () => {
    const { machineId } = await played();
    await unguarded(database.superuser, (trx) =>
      sql`update games set win = 1000 where machine_id = ${machineId} and game_number = 5`.execute(trx),
    );
    for (const number of [4, 5, 6])
      expect((await records.games.one(`${machineId}-${number}`)).chain.state).toBe("broken");
    await unguarded(database.superuser, (trx) =>
      sql`update postings set amount = amount - 1 where journal_id =
        (select id from journals where source = ${`game:${machineId}:2`}) and amount < 0`.execute(trx),
    );
    const { journals } = await records.games.one(`${machineId}-2`);
    expect(journals[0]?.postings.map(({ fits }) => fits)).toContain(false);
  });
});

it("transfers are found by id, player, machine, kind and state, in stable pages", async () => {
  const player = await fixture.player("transfers.player");
  await fixture.adjust(player, 100_000, "opening");
  const seat = await fixture.sit(player, await fixture.machine("Harbour"), new Date(), null);
  for (let n = 1; n <= 5; n += 1) await fixture.cashIn(seat, n * 100);
  await fixture.cashOut(seat, 700);
  const all = await readAll(
    (cursor) => records.transfers.list({ machine: seat.machineId, cursor, limit: 2 }),
    () => fixture.cashIn(seat, 600),
  );
  expect(all.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["cashout", 700],
    ["cashin", 500],
    ["cashin", 400],
    ["cashin", 300],
    ["cashin", 200],
    ["cashin", 100],
  ]);
  const id = all[2]?.id ?? "";
  expect((await records.transfers.list({ search: id, limit: 5 })).items).toMatchObject([{ id, amount: 400 }]);
  const of = async (query: { kind?: "cashin" | "cashout"; state?: "open" | "done" | "failed" }) =>
    (await records.transfers.list({ player, limit: 50, ...query })).items.length;
  expect([
    await of({}),
    await of({ kind: "cashout" }),
    await of({ state: "open" }),
    await of({ state: "done" }),
  ]).toEqual([7, 1, 0, 7]);
  expect(await codeOf(records.transfers.one("00000000-0000-4000-8000-000000000000"))).toBe(ErrorCode.NotFound);
});

it("a request that has expired says so before anybody has expired it", async () => {
  const player = await fixture.player("approvals.player");
  const details = {
    act: "player.credit",
    target: `player ${player}`,
    amount: 900_000,
    params: { tag: "x" },
    key: null,
    why: "won",
  };
  const ask = () =>
    database.db
      .transaction()
      .execute((trx) => requestApproval(trx, details, { by: "ayse", skeleton: "ayse", from: "desk" }));
  const [old, waiting] = [await ask(), await ask()];
  await unguarded(database.superuser, (trx) =>
    sql`update approvals set expires_at = now() - interval '1 second' where id = ${old}`.execute(trx),
  );
  const ids = async (state?: "waiting" | "expired") =>
    (await records.approvals.list({ limit: 50, ...(state ? { state } : {}) })).items.map(({ id }) => id);
  expect([await ids(), await ids("waiting"), await ids("expired")]).toEqual([[waiting, old], [waiting], [old]]);
  const found = await records.approvals.one(waiting);
  expect(ApprovalRow.parse(found)).toMatchObject({
    player: { id: player, name: "approvals.player" },
    requestedBy: "ayse",
  });
  expect(found.params).toEqual({ tag: "x" });
  expect(await codeOf(records.approvals.one(waiting + 1))).toBe(ErrorCode.NotFound);
});

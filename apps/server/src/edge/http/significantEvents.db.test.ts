/** Significant events as they happen in a house: real floor, wallet, accounts and database. */
import { DEFAULT_SETTINGS } from "@reelcast/contract";
import { EventQuery } from "@reelcast/contract/console";
import type { SignificantEventKind } from "@reelcast/contract/console";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listEvents, markSeen, recordEvent, unseenEvents } from "../../events/index.ts";
import { stayOpen, untilLockWait } from "../../storage/testing/locks.ts";
import { BET, WINNING, cashIn, openProtectedHouse } from "./testing/protectedHouse.ts";
import type { ProtectedHouse } from "./testing/protectedHouse.ts";

let house: ProtectedHouse;
beforeEach(async () => {
  house = await openProtectedHouse();
});
afterEach(() => house.close());

const list = (query: Partial<EventQuery> = {}) => listEvents(house.db, EventQuery.parse({ limit: 200, ...query }));
const kinds = async (query?: Partial<EventQuery>) => (await list(query)).events.map(({ kind }) => kind).toReversed();
const one = async (kind: SignificantEventKind) => (await list({ kind })).events[0];
const set = (significantEvents: object) =>
  house.app.domain.settings.save({
    author: "ayşe",
    source: "command",
    currency: "keep",
    change: (body) => ({ ...body, significantEvents }),
  });

describe("what is an event", () => {
  it("doors, tilts and the link of a machine, with who sits there", async () => {
    const [machineId = 0] = house.machines.ids;
    const seat = await house.sit();
    const { faults } = house.machines.of();
    await faults.door(true);
    await faults.door(false);
    await faults.tilt("reel 2 stalled");
    await faults.tilt(null);
    faults.offline(true);
    faults.offline(false);
    await vi.waitFor(async () =>
      expect(await kinds({ machineId })).toEqual([
        "machineAdded",
        "doorOpened",
        "doorClosed",
        "tilt",
        "tiltCleared",
        "machineOffline",
        "machineOnline",
      ]),
    );
    expect(await one("tilt")).toMatchObject({
      machineId,
      sessionId: seat.sessionId,
      playerId: house.anna.id,
      facts: { reason: "reel 2 stalled" },
      seen: null,
    });
  });

  it("wins and transfers from the amounts of the setting on, and none where that is 0", async () => {
    await set({ largeWin: 0, largeTransfer: 20_000 });
    const seat = await house.sit();
    await cashIn(seat, 19_999);
    await cashIn(seat, 20_000);
    house.machines.luck = WINNING;
    for (const control of ["bet-max", "play"]) await seat.press(control);
    await house.machines.still();
    await seat.cashOut({});
    const transfers = (await list({ kind: "largeTransfer" })).events;
    expect(transfers.map(({ facts, playerId }) => [facts["direction"], playerId])).toEqual([
      ["cashout", house.anna.id],
      ["cashin", house.anna.id],
    ]);
    expect(transfers[1]?.facts).toMatchObject({ amount: 20_000 });
    expect(await kinds({ kind: "largeWin" })).toEqual([]);
  });

  it("a large win, in the transaction that records the game, once", async () => {
    const { id } = house.anna;
    await set({ largeWin: 10_000, largeTransfer: 0 });
    const seat = await house.sit();
    await cashIn(seat, 50_000);
    const [machineId = 0] = house.machines.ids;
    const record = (number: number, win: number) =>
      sql`
      select record_game(${machineId}, ${number}, ${id}, ${seat.sessionId}, false, ${BET}, ${win}, 0, now(), now(), null,
        (select epoch from machine_leases where machine_id = ${machineId}))`.execute(house.superuser);
    await record(1, 9_999);
    await record(2, 12_000);
    await record(2, 12_000);
    expect((await list({ kind: "largeWin" })).events).toMatchObject([
      { machineId, playerId: id, facts: { amount: 12_000, game: 2, bet: BET } },
    ]);
    expect(await kinds({ kind: "largeTransfer" })).toEqual([]);
  });

  it("machines out of order, configuration, exclusions, bans, blocked logins and corrections", async () => {
    const { machineStore, protection, accounts, wallet } = house.app.domain;
    const [, machineId = 0] = house.machines.ids;
    await machineStore.setOutOfOrder(machineId, "bill validator open");
    await set({ largeWin: 500_000, largeTransfer: 1_000_000 });
    await wallet.adjust({ playerId: house.boris.id, amount: -700, key: "x", tag: "correction" });
    await wallet.adjust({ playerId: house.boris.id, amount: -700, key: "x", tag: "correction" });
    await accounts.log(house.boris.id, "TEMPORARY_BLOCKED", "203.0.113.7");
    const { exclusionUntil } = await protection.selfExclude(house.boris.id, 6, null);
    await accounts.ban(house.boris.id);
    expect(await kinds({ playerId: house.boris.id })).toEqual([
      "adjustment",
      "loginsBlocked",
      "selfExclusion",
      "playerBanned",
    ]);
    expect((await one("adjustment"))?.facts).toEqual({ amount: -700, key: "x" });
    expect(Date.parse(String((await one("selfExclusion"))?.facts["until"]))).toBe(Date.parse(exclusionUntil ?? ""));
    expect(await one("machineOutOfOrder")).toMatchObject({ machineId, facts: { reason: "bill validator open" } });
    expect((await one("configuration"))?.facts).toMatchObject({ by: "ayşe", changed: ["significantEvents"] });
  });

  it("has the same default amounts in the database as in the settings", async () => {
    const { rows } = await sql<{ win: number; transfer: number }>`
      select large_amount('largeWin') as win, large_amount('largeTransfer') as transfer`.execute(house.db);
    const { largeWin, largeTransfer } = DEFAULT_SETTINGS.significantEvents;
    expect(rows).toEqual([{ win: largeWin, transfer: largeTransfer }]);
  });

  it("is known to the house alone", async () => {
    await set({ largeWin: 500_000, largeTransfer: 1_000_000 });
    const answer = (await house.app.http.inject("/Settings.json")).json<Record<string, unknown>>();
    expect(answer).not.toHaveProperty("significantEvents");
    expect(answer).toHaveProperty("playTimes");
  });
});

describe("the list", () => {
  const steps = async (count: number, first = 0) => {
    for (let n = first; n < first + count; n += 1)
      await recordEvent(house.db, { kind: "clockStep", facts: { milliseconds: n } });
  };

  it("has pages that end where the next one begins, whatever happens meanwhile", async () => {
    await steps(5);
    const first = await list({ kind: "clockStep", limit: 2 });
    await steps(3, 5);
    const second = await list({ kind: "clockStep", limit: 2, before: first.next ?? 0 });
    const third = await list({ kind: "clockStep", limit: 2, before: second.next ?? 0 });
    const numbers = [first, second, third].flatMap(({ events }) => events.map(({ facts }) => facts["milliseconds"]));
    expect(numbers).toEqual([4, 3, 2, 1, 0]);
    expect(third.next).toBeNull();
  });

  it("the same source at the same time is one event", async () => {
    const event = { kind: "clockStep", facts: {}, source: "clock:a", at: new Date() } as const;
    await recordEvent(house.db, event);
    await recordEvent(house.db, event);
    expect(await kinds({ kind: "clockStep" })).toEqual(["clockStep"]);
  });

  it("says who has seen what; of two people at once, one has", async () => {
    await steps(2);
    const ids = (await list({ kind: "clockStep" })).events.map(({ id }) => id);
    const before = await unseenEvents(house.db);
    const isMarked = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const first = house.db.transaction().execute(async (trx) => {
      await stayOpen(trx);
      const seen = await markSeen(trx, ids, "ayşe");
      isMarked.resolve();
      await mayCommit.promise;
      return seen;
    });
    await isMarked.promise;
    const second = markSeen(house.db, ids, "boran");
    await untilLockWait(house.db);
    mayCommit.resolve();
    expect(await first).toEqual(ids.toReversed());
    expect(await second).toEqual([]);
    expect((await list({ kind: "clockStep" })).events.map(({ seen }) => seen?.by)).toEqual(["ayşe", "ayşe"]);
    expect((await unseenEvents(house.db)).count).toBe(before.count - 2);
    expect(await kinds({ kind: "clockStep", unseen: true })).toEqual([]);
  });

  it("never changes but for that mark, by the house or by its owner", async () => {
    await steps(1);
    const [event] = (await list({ kind: "clockStep" })).events;
    await markSeen(house.db, [event?.id ?? 0], "ayşe");
    for (const change of ["seen_by = 'boran'", "seen_at = null, seen_by = null"])
      await expect(
        sql.raw(`update significant_events set ${change} where kind = 'clockStep'`).execute(house.superuser),
      ).rejects.toMatchObject({ code: "RC005" });
    await expect(sql`update significant_events set facts = '{}'`.execute(house.db)).rejects.toMatchObject({
      code: "42501",
    });
    for (const statement of ["update significant_events set kind = 'tilt'", "delete from significant_events"])
      await expect(sql.raw(statement).execute(house.superuser)).rejects.toMatchObject({ code: "RC005" });
    const { rows } = await sql<{ month: string }>`
      select relid::regclass::text as month from pg_partition_tree('significant_events') where isleaf`.execute(
      house.db,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { month } of rows)
      await expect(sql.raw(`delete from ${month}`).execute(house.superuser)).rejects.toMatchObject({ code: "RC005" });
    // In its own month the row is guarded, too.
    const own = `significant_events_${event?.at.slice(0, 7).replace("-", "_")}`;
    await expect(sql.raw(`update ${own} set kind = 'tilt'`).execute(house.superuser)).rejects.toMatchObject({
      code: "RC005",
    });
  });
});

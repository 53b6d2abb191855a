/** What operators see of machines in play, on the real ledger: tiles, the record of a machine, and its timeline. */
import { randomUUID } from "node:crypto";
import { ErrorCode } from "@reelcast/contract";
import type { MachineTile } from "@reelcast/contract/console";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMachineStore } from "../index.ts";
import { openTestOverview } from "../testing/overview.ts";
import { codeOf, openStage } from "../testing/stage.ts";
import type { Stage } from "../testing/stage.ts";
import type { FloorOverview } from "./index.ts";
import { readMachineRecord } from "./machineRecord.ts";
import { readTimeline } from "./timeline.ts";

let stage: Stage;
let overview: FloorOverview;
let closeOverview: () => void;
function openOverview(): void {
  ({ overview, close: closeOverview } = openTestOverview(stage));
}
beforeEach(async () => {
  stage = await openStage(["royal-sevens", "royal-sevens"], ["anna"]);
  openOverview();
});
afterEach(async () => {
  closeOverview();
  expect(await stage.close()).toEqual([]);
});

const deposit = (amount: number) => ({ amount, clientTransferId: randomUUID() });
const tileOf = async (index = 0) => (await overview.snapshot()).tiles.find(({ id }) => id === stage.machine(index));
const untilTile = (expected: Partial<MachineTile>, index = 0) =>
  vi.waitFor(async () => expect(await tileOf(index)).toMatchObject(expected));
const record = (index = 0) => readMachineRecord(stage.database.db, stage.machine(index));
/** A player sits down with 10.00 and plays one game. */
async function playOnce() {
  const seat = await stage.sit();
  await seat.cashIn(deposit(1_000));
  await seat.press("play");
  await stage.rest();
  await vi.waitFor(async () => expect((await record()).played.paidGames).toBe(1));
  return seat;
}

describe("a tile", () => {
  it("shows player, credit and last game, and the last game also after a restart", async () => {
    await untilTile({ state: "free", player: null, credit: 0, lastGame: null, need: null, node: null });
    const seat = await playOnce();
    const { credit } = stage.driver().state();
    await untilTile({ player: expect.objectContaining({ id: stage.player(), name: "anna" }), credit });
    const { lastGame = null } = (await tileOf()) ?? {};
    expect(lastGame).toEqual({ bet: expect.any(Number), win: expect.any(Number), at: expect.any(Number) });
    await seat.leave();
    await untilTile({ state: "free", player: null, credit: 0 });
    await stage.testFloor.stop();
    closeOverview();
    await stage.replaceFloor();
    openOverview();
    await untilTile({ state: "free", lastGame });
  });

  it("says what waits for a person, and since when", async () => {
    const before = Date.now();
    await stage.driver().faults.tilt("reel 2 stalled");
    await untilTile({ state: "tilt", need: { what: "tilt", since: expect.any(Number), text: "reel 2 stalled" } });
    const since = (await tileOf())?.need?.since ?? 0;
    expect(since).toBeGreaterThanOrEqual(before);
    await stage.driver().faults.tilt(null);
    stage.driver().faults.offline(true);
    await untilTile({ state: "unreachable", online: false, need: expect.objectContaining({ what: "unreachable" }) });
    stage.driver().faults.offline(false);
    await untilTile({ state: "free", need: null });
    await createMachineStore(stage.database.db).setOutOfOrder(stage.machine(), "door broken");
    await stage.testFloor.floor.reload(stage.machine());
    await untilTile({
      state: "outOfOrder",
      need: expect.objectContaining({ what: "outOfOrder", text: "door broken" }),
    });
    expect((await tileOf())?.need?.since).toBeGreaterThanOrEqual(before);
    await stage.request("back");
    await untilTile({ state: "free", need: null });
  });

  it("of a machine with money in doubt says so", async () => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(1_000));
    await stage.driver().faults.clearMemory();
    await untilTile({ state: "quarantined", need: expect.objectContaining({ what: "mismatch" }) });
    expect(await record()).toMatchObject({ suspension: { player: { name: "anna" }, remaining: 1_000 } });
    await stage.request("settle");
  });
});

describe("the record of a machine", () => {
  it("has the meters next to the ledger, its session, and what it has returned", async () => {
    const seat = await playOnce();
    const { bet = 0, win = 0 } = (await tileOf())?.lastGame ?? {};
    const ledger = { transferredIn: 1_000, transferredOut: 0, credit: 1_000 - bet + win };
    await vi.waitFor(async () => expect(await record()).toMatchObject({ ledger, reading: { meters: ledger, ledger } }));
    expect(await record()).toMatchObject({
      name: "S0",
      brand: { name: "Brand" },
      session: { id: seat.sessionId, player: { id: stage.player(), name: "anna" } },
      transfer: null,
      suspension: null,
      played: { paidGames: 1, bet, win, played: win / bet, halfWidth95: null, isLimited: false },
    });
    const live = await overview.live(stage.machine());
    expect(live?.meters).toMatchObject({ gamesPlayed: 1, coinIn: bet, credit: ledger.credit });
    expect(live?.returnToPlayer).toBeGreaterThan(0.8);
    const trace = await overview.trace(stage.machine());
    expect(trace.map(({ name }) => name)).toEqual(expect.arrayContaining(["transferIn", "press", "gameEnd", "hello"]));
    expect(trace.find(({ name }) => name === "transferIn")?.answer).toContain("done");
  });

  it("does not exist of a machine that does not", async () => {
    expect(await codeOf(readMachineRecord(stage.database.db, 9_999))).toBe(ErrorCode.NotFound);
    expect(await overview.live(9_999)).toBeNull();
    expect(await overview.trace(9_999)).toEqual([]);
  });
});

describe("the timeline of a machine", () => {
  const timeline = (query: Partial<Parameters<typeof readTimeline>[2]> = {}) =>
    readTimeline(stage.database.db, stage.machine(), { limit: 50, ...query });

  it("has games, transfers, sessions and acts, and its pages stay where they are", async () => {
    const seat = await playOnce();
    await seat.leave();
    const whole = await timeline();
    expect(whole.items.map(({ kind }) => kind).toSorted()).toEqual(["game", "session", "transfer", "transfer"]);
    expect(whole.items[0]).toMatchObject({ kind: "transfer", direction: "cashout", player: { name: "anna" } });
    const first = await timeline({ limit: 1 });
    const next = await stage.sit();
    await next.leave();
    const pages = [...first.items];
    for (let { older } = first; older !== null;) {
      const page = await timeline({ limit: 1, older });
      pages.push(...page.items);
      ({ older } = page);
    }
    expect(pages).toEqual(whole.items);
    const later = await timeline({ newer: whole.newer });
    expect(later.items).toMatchObject([{ kind: "session", session: next.sessionId, endReason: "leave" }]);
    expect((await timeline({ newer: later.newer })).items).toEqual([]);
    expect((await timeline({ kinds: ["game"] })).items).toHaveLength(1);
  });

  it("has significant events where they are asked for, page by page", async () => {
    const seat = await playOnce();
    await seat.leave();
    const { db } = stage.database;
    const note = (kind: string, source: string) =>
      sql`select record_event(${kind}, ${stage.machine()}, null, null, '{"reason":"reel 2"}'::jsonb, ${source}, now())`.execute(
        db,
      );
    await note("tilt", "one");
    await note("tiltCleared", "two");
    const kinds = ["event"] as const;
    const first = await timeline({ kinds, limit: 1 });
    expect(first.items).toMatchObject([
      { kind: "event", event: "tiltCleared", facts: { reason: "reel 2" }, player: null },
    ]);
    const second = await timeline({ kinds, limit: 1, older: first.older ?? "" });
    expect(second.items).toMatchObject([{ kind: "event", event: "tilt" }]);
    expect((await timeline()).items.map(({ kind }) => kind)).not.toContain("event");
    expect((await timeline({ kinds: ["event", "game"] })).items.map(({ kind }) => kind)).toContain("game");
  });

  it("reads each kind once, however often it is named", async () => {
    const seat = await playOnce();
    await seat.leave();
    const kinds = Array.from({ length: 3_000 }, () => "game" as const);
    expect((await timeline({ kinds })).items).toHaveLength(1);
  });

  it("refuses a cursor that is none", async () => {
    for (const older of ["", "x", Buffer.from('{"game":-1}').toString("base64url")])
      expect(await codeOf(timeline({ older })), older).toBe(ErrorCode.InvalidRequest);
  });
});

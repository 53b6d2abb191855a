/** A player's own results at a machine, from recorded games. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MAX_RESULT_GAMES } from "@reelcast/contract";
import { figuresOf, gameOf } from "@reelcast/machine";
import { HistoryFixture, fillHistory, unguarded } from "../history/testing.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { recordOf, resultsOf, roundsOf } from "./results.ts";

let database: TestDatabase;
let stage: HistoryFixture;
const figures = figuresOf(gameOf("fruit"));
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

beforeAll(async () => {
  database = await createTestDatabase();
  stage = new HistoryFixture(database.superuser);
});
afterAll(() => database.close());

interface Played {
  bet?: number;
  win?: number;
  free?: boolean;
  detail?: object;
}
let number = 0;
/** A session with these games, one after the other. */
async function play(playerId: number, machineId: number, games: readonly Played[], start = ago(3)): Promise<void> {
  const seat = await stage.sit(playerId, machineId, start, ago(1));
  await unguarded(database.superuser, async (trx) => {
    for (const { bet = 0, win = 0, free = false, detail = { lines: 5, drawn: win, gambled: [] } } of games) {
      number += 1;
      const at = new Date(start.getTime() + number * 1_000);
      await sql`insert into games (machine_id, game_number, player_id, session_id, free, bet, win, hand_pay, started_at, ended_at, detail)
        values (${machineId}, ${number}, ${playerId}, ${seat.sessionId}, ${free}, ${bet}, ${win}, 0, ${at}, ${at},
          ${JSON.stringify(detail)}::jsonb)`.execute(trx);
    }
  });
}

it("are the player's own at this machine: sums, games that paid, and the longest row without a win", async () => {
  const [ann, bob, here, there] = [
    await stage.player("results-ann"),
    await stage.player("results-bob"),
    await stage.machine("Here"),
    await stage.machine("There"),
  ];
  const lost = { bet: 100 };
  await play(ann, here, [lost, lost, { bet: 100, win: 250 }, lost], ago(30));
  // Free games belong to the paid one before them, and a win that was gambled away was a win.
  await play(ann, here, [
    lost,
    lost,
    lost,
    { bet: 100 },
    { free: true, win: 40 },
    { free: true },
    { bet: 100, detail: { lines: 5, drawn: 80, gambled: ["red", "red"] } },
    lost,
  ]);
  await play(ann, there, [{ bet: 500, win: 9_000 }]);
  await play(bob, here, [{ bet: 700, win: 7_000 }], ago(20));
  const results = await resultsOf(database.db, ann, { machineId: here, figures });
  expect(results).toMatchObject({ games: 10, isLimited: false, bet: 1_000, win: 290, hits: 3, longestDryRun: 4 });
  expect(results.expectation).toMatchObject({ net: -46, band: null, dryRun: 0 });
  expect(results.since).toMatch(/^\d{4}-/);
  expect((await resultsOf(database.db, bob, { machineId: here, figures })).games).toBe(1);
  expect(await resultsOf(database.db, bob, { machineId: there, figures })).toEqual({
    games: 0,
    isLimited: false,
    since: null,
    bet: 0,
    win: 0,
    hits: 0,
    longestDryRun: 0,
    expectation: null,
  });
  expect((await resultsOf(database.db, ann, { machineId: here, figures: null })).expectation).toBeNull();
  // Bob's one game, which paid, lies between Ann's sessions.
  expect(await recordOf(database.db, here)).toEqual({ games: 11, hits: 4, longestDryRun: 3 });
  expect(await recordOf(database.db, await stage.machine("Nobody's"))).toEqual({ games: 0, hits: 0, longestDryRun: 0 });
});

it("have a band from a hundred games on, which gambles make wider", async () => {
  const [eve, machine] = [await stage.player("results-eve"), await stage.machine("Band")];
  const games = Array.from({ length: 120 }, (): Played => ({ bet: 500 }));
  await play(eve, machine, games);
  const plain = (await resultsOf(database.db, eve, { machineId: machine, figures })).expectation;
  const half = 1.96 * 500 * (figures.byLines[0]?.deviation ?? 0) * Math.sqrt(120);
  expect(plain?.band?.high).toBe(Math.round((plain?.net ?? 0) + half));
  await play(eve, machine, [
    { bet: 500, win: 160_000, detail: { lines: 5, drawn: 10_000, gambled: Array(4).fill("red") } },
  ]);
  const gambled = (await resultsOf(database.db, eve, { machineId: machine, figures })).expectation;
  // Stakes of 100, 200, 400 and 800 that were doubled.
  const added = (1.96 * 10_000) ** 2 * (1 + 4 + 16 + 64);
  expect(gambled?.band?.high ?? 0).toBeCloseTo((gambled?.net ?? 0) + Math.sqrt((half ** 2 * 121) / 120 + added), -1);
});

it("reads the latest games alone, by indexes, whatever the house has recorded", async () => {
  const full = await createTestDatabase();
  try {
    await fillHistory(full.superuser, { players: 2, operations: 20, sessions: 400, games: 60_000 });
    await unguarded(full.superuser, (trx) => sql`update sessions set machine_id = 1 where player_id = 1`.execute(trx));
    const plans = await full.superuser.transaction().execute(async (trx) => {
      const results = await resultsOf(trx, 1, { machineId: 1, figures: null });
      expect(results).toMatchObject({ isLimited: true });
      expect(results.games).toBeLessThanOrEqual(MAX_RESULT_GAMES);
      const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${roundsOf({ machineId: 1, playerId: 1 })}`.execute(
        trx,
      );
      const ofAll = await sql<{ "QUERY PLAN": string }>`explain ${roundsOf({ machineId: 1, playerId: null })}`.execute(
        trx,
      );
      return [rows, ofAll.rows].map((lines) => lines.map((row) => row["QUERY PLAN"]).join("\n"));
    });
    expect(plans).toHaveLength(2);
    for (const plan of plans) {
      expect(plan).toContain("games_of_session_by_number");
      expect(plan).not.toContain("Seq Scan on games");
    }
  } finally {
    await full.close();
  }
});

/** The death rule with a virtual clock: a healthy process is never taken from, whatever the database does. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEAD_AFTER_MS, isDead, observe } from "./nodeDeath.ts";
import type { Sighting, Watch } from "./nodeDeath.ts";

const POLL_MS = 250;
const RENEW_MS = 1_000;
const RECONNECTED_AFTER_MS = 1_500;
const BEGAN = "2026-01-01 00:00:00+00";

const sighting = (at: number, change: Partial<Sighting> = {}): Sighting => ({
  at,
  node: "a",
  incarnation: 1,
  renewal: 1,
  locked: true,
  lockedSince: BEGAN,
  databaseStarted: BEGAN,
  ...change,
});
/** When the node is declared dead, polled every 250 ms; null if not at all. */
function deathOf(sightings: readonly (Sighting | null)[]): number | null {
  let watch: Watch | null = null;
  for (const seen of sightings) {
    watch = seen === null ? null : observe(watch, seen);
    if (watch && isDead(watch)) return watch.last.at;
  }
  return null;
}
const polls = (count: number, of: (at: number) => Sighting | null) =>
  Array.from({ length: count }, (_, index) => of(index * POLL_MS));

describe("the active process is dead", () => {
  it("when its counter stands still for 4 s of an answering database", () => {
    expect(deathOf(polls(40, (at) => sighting(at)))).toBe(DEAD_AFTER_MS);
  });

  it("three seconds after its lock is free, at the latest, in the database in which it took the lock", () => {
    const killedAt = 2_000;
    const seen = polls(40, (at) =>
      sighting(at, { renewal: 1 + Math.floor(Math.min(at, killedAt) / RENEW_MS), locked: at < killedAt }),
    );
    const death = deathOf(seen) ?? Infinity;
    expect(death - killedAt).toBeGreaterThan(0);
    expect(death - killedAt).toBeLessThanOrEqual(3_000);
  });
});

describe("the active process is not dead", () => {
  it("while its lock is free for the moment in which it takes it again", () => {
    const seen = polls(80, (at) =>
      sighting(at, { renewal: Math.floor(at / RENEW_MS), locked: at % 5_000 > POLL_MS, incarnation: 1 }),
    );
    expect(deathOf(seen)).toBeNull();
  });

  it("when the database was away or the observer itself stood still, however long", () => {
    for (const gap of [5_000, 300_000]) {
      const before = polls(14, (at) => sighting(at));
      const after = polls(14, (at) => sighting(at)).map((seen) => seen && { ...seen, at: seen.at + gap });
      expect(deathOf([...before, ...after])).toBeNull();
      expect(deathOf([...before, null, ...after])).toBeNull();
    }
  });

  it("through any restarts and outages of the database, and any pauses of the observer, while it renews", () => {
    const outages = fc.array(
      fc.record({
        from: fc.integer({ min: 0, max: 60_000 }),
        ms: fc.integer({ min: 1, max: 20_000 }),
        restart: fc.boolean(),
      }),
      { maxLength: 6 },
    );
    const pauses = fc.array(
      fc.record({ from: fc.integer({ min: 0, max: 60_000 }), ms: fc.integer({ min: 1, max: 20_000 }) }),
      { maxLength: 4 },
    );
    const within = (at: number, spans: readonly { from: number; ms: number }[]) =>
      spans.some(({ from, ms }) => at >= from && at < from + ms);
    fc.assert(
      fc.property(outages, pauses, fc.integer({ min: 0, max: 249 }), (away, stopped, phase) => {
        let renewal = 0;
        let incarnation = 1;
        let lockedSince = BEGAN;
        let renewAt = 0;
        let pollAt = phase;
        let watch: Watch | null = null;
        for (let at = 0; at < 90_000; at += 1) {
          const restarts = away.filter(({ from, restart }) => restart && from <= at).length;
          const databaseStarted = restarts === 0 ? BEGAN : `start ${restarts}`;
          if (at >= renewAt) {
            if (within(at, away)) {
              // It tries again until the database answers, and then has its connection and lock back a moment later.
              renewAt = at + 1;
              while (within(renewAt, away)) renewAt += 1;
              renewAt += RECONNECTED_AFTER_MS;
            } else {
              if (lockedSince !== databaseStarted) incarnation += 1;
              lockedSince = databaseStarted;
              renewal += 1;
              renewAt = at + RENEW_MS;
            }
          }
          if (at < pollAt || within(at, stopped)) continue;
          pollAt = at + POLL_MS;
          const locked = lockedSince === databaseStarted;
          watch = within(at, away)
            ? null
            : observe(watch, { at, node: "a", incarnation, renewal, locked, lockedSince, databaseStarted });
          expect(watch && isDead(watch)).not.toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

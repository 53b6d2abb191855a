/** What must be true at any moment, whatever fails: real processes, real faults, and a checker that holds them to it. */
import { expect, test } from "@playwright/test";
import { FAULT_KINDS } from "../faults/kinds.ts";
import { runFaults } from "../faults/run.ts";
import { SCENARIOS } from "../faults/scenarios.ts";
import { World } from "../faults/world.ts";

const SEED = Number(process.env["FAULTS_SEED"] ?? 8);

test("random faults under play: nothing is lost, doubled or left open, and every machine is playable again", async () => {
  test.setTimeout(150_000);
  // Not a round more begins after this time: the whole of it stays within a minute.
  const report = await runFaults({ seed: SEED, rounds: FAULT_KINDS.length, withinMs: 45_000, awayMs: 1_000 });
  expect(report.violations, `seed ${SEED}`).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(10);
  expect(report.open).toBe(0);
  // What it takes on a machine that does nothing else is in docs/benchmarks.md.
  for (const { kind, playable } of report.kinds) expect(playable.worst, kind).toBeLessThan(15_000);
});

test("each protection withstands the fault that it is made for", async () => {
  test.setTimeout(180_000);
  const world = await World.open();
  try {
    for (const scenario of SCENARIOS) await scenario.play(world);
    expect(await world.violations()).toEqual([]);
  } finally {
    await world.close();
  }
});

test("without its fences, its mark and its comparison the house fails, and the checker says so", async () => {
  test.setTimeout(180_000);
  const world = await World.open({ without: SCENARIOS.map(({ without }) => without) });
  try {
    // A house without them may get into any state: only what the checker sees of it counts.
    for (const scenario of SCENARIOS) await scenario.play(world).catch(() => undefined);
    const rules = new Set((await world.violations(0)).map(({ rule }) => rule));
    for (const { rule, name } of SCENARIOS) expect([...rules], name).toContain(rule);
  } finally {
    await world.close();
  }
});

/**
 * Rounds of random faults under play: in each, all players request transfers, a fault happens and ends, and all players
 * repeat their open requests under the same ids. The same seed gives the same choices, though not the same timing.
 */
import { type RandomSource, seededRandom } from "@reelcast/machine";
import { type Operation, type Violation, verdictOf } from "./history.ts";
import { FAULT_KINDS, type FaultKind } from "./kinds.ts";
import type { FaultPlayer } from "./player.ts";
import { World } from "./world.ts";

export { FAULT_KINDS };

export interface RunOptions {
  seed: number;
  rounds: number;
  /** No round begins after so long. ms */
  withinMs?: number;
  /** By name; all where not given. */
  kinds?: readonly string[];
  /** Silence of a database that is away. ms */
  awayMs?: number;
  /** The evidence is checked after so many rounds, and at the end. */
  checkEvery?: number;
  onRound?: (round: { number: number; kind: string; playableMs: number; violations: readonly Violation[] }) => void;
}
export interface KindReport {
  kind: string;
  rounds: number;
  /** ms */
  playable: { median: number; worst: number };
}
export interface RunReport {
  seed: number;
  rounds: number;
  seconds: number;
  /** Of operations: acknowledged, refused for good, and left without a final answer. */
  acknowledged: number;
  refused: number;
  open: number;
  /** Requests whose first answer was lost, or left it open. */
  repeated: number;
  kinds: KindReport[];
  violations: { round: number; violation: Violation }[];
}

/** A violation: so long after a fault is over, nobody can play. */
export const PLAYABLE_WITHIN_MS = 30_000;
const SETTLED_WITHIN_MS = 90_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One game or none; a win that waits is taken by the cash-out. */
async function playALittle(player: FaultPlayer, random: RandomSource): Promise<void> {
  if (random.below(2) === 0 || player.credit < 100) return;
  if (await player.press("play")) await pause(20);
}

function beginOperation(player: FaultPlayer, machine: number, random: RandomSource): Operation {
  const out = player.credit > 0 && random.below(2) === 0;
  return out ? player.begin("cashout", machine, null) : player.begin("cashin", machine, 100 + random.below(1_900));
}

/** @returns time to playable, ms; and what could not be restored */
async function playRound(
  world: World,
  kind: FaultKind,
  context: { random: RandomSource; steps: readonly string[]; awayMs: number },
): Promise<{ playableMs: number; problems: string[] }> {
  const { random } = context;
  const problems: string[] = [];
  const seats = world.players.map((player, index) => ({ player, machine: index + 1 }));
  await Promise.all(seats.map(({ player, machine }) => player.seat(machine)));
  for (const { player } of seats) await playALittle(player, random);
  const asked: { player: FaultPlayer; operation: Operation; done: Promise<unknown> }[] = [];
  const plans = seats.map((seat) => ({ ...seat, delayMs: random.below(20) }));
  const ask = () => {
    for (const { player, machine, delayMs } of plans) {
      const operation = beginOperation(player, machine, random);
      asked.push({ player, operation, done: pause(delayMs).then(() => player.ask(operation)) });
    }
  };
  const [first] = seats;
  const timing: { playable: Promise<number> | null } = { playable: null };
  // Once the fault is over, the first player tries to play while the others settle their transfers.
  const startTiming = () => {
    const since = performance.now();
    timing.playable ??= first
      ? first.player
          .playable(first.machine, PLAYABLE_WITHIN_MS)
          .then((is) => (is ? performance.now() - since : Infinity))
      : Promise.resolve(0);
  };
  await kind.strike({ world, ask, startTiming, machines: seats.map(({ machine }) => machine), ...context });
  startTiming();
  await Promise.all(asked.map(({ done }) => done));
  const playableMs = (await timing.playable) ?? 0;
  if (playableMs === Infinity)
    problems.push(`machine ${first?.machine} is not playable after ${PLAYABLE_WITHIN_MS} ms`);
  await Promise.all(
    asked.map(async ({ player, operation }) => {
      if (!(await player.settle(operation, SETTLED_WITHIN_MS)))
        problems.push(
          `${operation.kind} ${operation.id} has no final answer after ${SETTLED_WITHIN_MS} ms: ${lastWhy(operation)}`,
        );
    }),
  );
  await world.restore();
  await Promise.all(seats.map(({ player }) => player.read()));
  return { playableMs, problems };
}
function lastWhy({ attempts }: Operation): string {
  const outcome = attempts.at(-1)?.outcome;
  return outcome?.type === "unknown" ? outcome.why : "";
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The results of a run so far, each violation once. */
class Findings {
  readonly violations: RunReport["violations"] = [];
  readonly #known = new Set<string>();
  readonly #playable = new Map<string, number[]>();

  add(round: number, found: readonly Violation[]): void {
    for (const violation of found) {
      const text = `${violation.rule}: ${violation.what}`;
      if (!this.#known.has(text)) this.violations.push({ round, violation });
      this.#known.add(text);
    }
  }
  addRound(kind: string, playableMs: number): void {
    this.#playable.set(kind, [...(this.#playable.get(kind) ?? []), playableMs]);
  }
  of(round: number): Violation[] {
    return this.violations.filter((found) => found.round === round).map(({ violation }) => violation);
  }
  get kinds(): KindReport[] {
    return [...this.#playable].map(([kind, values]) => ({
      kind,
      rounds: values.length,
      playable: { median: median(values), worst: Math.max(...values) },
    }));
  }
}

function countOperations(world: World): Pick<RunReport, "acknowledged" | "refused" | "open" | "repeated"> {
  const operations = world.players.flatMap((player) => player.operations);
  const ends = operations.map(verdictOf);
  return {
    acknowledged: ends.filter((end) => end?.type === "acknowledged").length,
    refused: ends.filter((end) => end?.type === "failed").length,
    open: ends.filter((end) => end === null).length,
    repeated: operations.filter(({ attempts }) => attempts[0]?.outcome.type === "unknown").length,
  };
}

/** In random order; every kind has its turn before one comes again. */
function* shuffledKinds(kinds: readonly FaultKind[], random: RandomSource): Generator<FaultKind, never> {
  for (;;) {
    const turn = [...kinds];
    while (turn.length > 0) yield* turn.splice(random.below(turn.length), 1);
  }
}

export async function runFaults(options: RunOptions): Promise<RunReport> {
  const { seed, rounds, withinMs = Infinity, awayMs = 1_500, checkEvery = 25, onRound } = options;
  const kinds = FAULT_KINDS.filter(({ name }) => options.kinds?.includes(name) ?? true);
  if (kinds.length === 0) throw new RangeError(`there is no such fault: ${options.kinds?.join(", ")}`);
  const random = seededRandom(seed);
  const turns = shuffledKinds(kinds, random);
  const findings = new Findings();
  const began = performance.now();
  const world = await World.open({ seed });
  let round = 0;
  try {
    const steps = await warmUp(world);
    while (round < rounds && performance.now() - began < withinMs) {
      round += 1;
      const kind = turns.next().value;
      const { playableMs, problems } = await playRound(world, kind, { random, steps, awayMs }).catch(
        (error: unknown) => ({
          playableMs: Infinity,
          problems: [error instanceof Error ? error.message : String(error)],
        }),
      );
      if (problems.length > 0) problems.push(await world.describe().catch(String));
      findings.addRound(kind.name, playableMs);
      findings.add(
        round,
        problems.map((what) => ({ rule: "everythingEnds", what: `${what} (${kind.name})` })),
      );
      if (round % checkEvery === 0) findings.add(round, await world.violations());
      // What could not be restored would fail every later round as well.
      const mayContinue =
        problems.length === 0 ||
        (await world.restore().then(
          () => true,
          () => false,
        ));
      onRound?.({ number: round, kind: kind.name, playableMs, violations: findings.of(round) });
      if (!mayContinue) break;
    }
    findings.add(round, await world.violations());
    return {
      seed,
      rounds: round,
      seconds: (performance.now() - began) / 1_000,
      ...countOperations(world),
      kinds: findings.kinds,
      violations: findings.violations,
    };
  } finally {
    await world.close();
  }
}

/** Money in and out without a fault: it shows at which steps a process can be ended. */
async function warmUp(world: World): Promise<string[]> {
  await Promise.all(
    world.players.map(async (player, index) => {
      const machine = index + 1;
      await player.seat(machine);
      for (const operation of [player.begin("cashin", machine, 5_000), player.begin("cashout", machine, null)])
        if (!(await player.settle(operation, SETTLED_WITHIN_MS)))
          throw new Error("money can't be moved without a fault");
    }),
  );
  const { active } = await world.roles();
  const steps = (await active.steps()).filter((step) => step.includes(":"));
  if (steps.length === 0) throw new Error("the server sends no steps");
  return steps;
}

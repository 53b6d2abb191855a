import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../engine.ts";
import type { MachineEvent } from "../driver.ts";
import { GAMES, SKINS } from "../games/index.ts";
import { seededRandom } from "../random.ts";
import type { RandomSource } from "../random.ts";
import { testMachineDriver } from "../testing/conformance.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createSimulatedMachine } from "./machine.ts";
import type { MachineDefinition } from "./machine.ts";
import type { freshMemory } from "./memory.ts";

const definition = (skin: string): MachineDefinition => ({
  machineId: 1,
  name: "Machine",
  brand: "Brand",
  skin,
  serial: "RC-0001",
  currency: "TRY",
  videoType: "screen",
  width: 640,
  height: 360,
  frameRate: 30,
});

function store(initial: unknown = null) {
  let stored = initial;
  return {
    saves: 0,
    fail: false,
    async load() {
      return structuredClone(stored);
    },
    async save(state: unknown) {
      if (this.fail) throw new Error("disk full");
      this.saves += 1;
      stored = structuredClone(state);
    },
    get stored() {
      return stored;
    },
  };
}
async function open(skin: string, random: RandomSource = seededRandom(1), memory = store(), clock = createFakeClock()) {
  const machine = await createSimulatedMachine({ definition: definition(skin), memory, clock, random });
  const settle = async () => {
    for (let n = 0; n < 400 && machine.state().phase !== "idle"; n += 1) {
      await clock.advance(1_000);
      if (machine.state().controls["take"]) await machine.press("take");
      if (machine.state().phase === "handPay") await machine.resetHandPay();
    }
  };
  const fund = async (amount: number) => {
    await machine.lock(5_000);
    await machine.transferIn({ transferId: randomUUID(), amount });
    await machine.unlock();
  };
  return {
    machine,
    clock,
    memory,
    settle,
    fund,
    loseNext: (when: "before" | "after") => machine.faults.loseNext(when),
  };
}

describe.each(["royal-sevens", "polar-fire", "orchard-gold"])("%s keeps to the driver interface", (skin) => {
  testMachineDriver({ it, open: () => open(skin) });
});

/** Answers the given values first, then zeros. */
const scripted = (...values: number[]): RandomSource => ({
  below: (bound) => Math.min(values.shift() ?? 0, bound - 1),
});

describe("the fruit game", () => {
  // A stop of each reel that brings three equal symbols on the middle line.
  async function withWin(...then: number[]) {
    const stops = GAMES.fruit.strips.base.map((strip) => (strip.indexOf("high1") - 1 + strip.length) % strip.length);
    const game = await open("orchard-gold", scripted(...stops, ...then));
    await game.fund(100_000);
    await game.machine.press("play");
    await game.clock.advance(5_000);
    return game;
  }

  it("lets a win wait, and pays it when it is taken", async () => {
    const { machine } = await withWin();
    const { win, credit, phase } = machine.state();
    expect(phase).toBe("winToTake");
    expect(win).toBeGreaterThan(0);
    expect((await machine.press("play")).accepted).toBe(false);
    await machine.press("take");
    expect(machine.state()).toMatchObject({ phase: "idle", credit: credit + win });
  });

  it("doubles a win on the right colour, and ends the game on the wrong one", async () => {
    const { machine, clock } = await withWin(0, 40);
    const { win, credit } = machine.state();
    await machine.press("gamble");
    await machine.press("red");
    await clock.advance(2_000);
    expect(machine.state()).toMatchObject({ phase: "gamble", win: win * 2 });
    await machine.press("red");
    await clock.advance(2_000);
    expect(machine.state()).toMatchObject({ phase: "idle", credit });
  });

  it("keeps the drawn card through a restart, though the glass has not shown it yet", async () => {
    const { machine, memory } = await withWin(40);
    const { credit } = machine.state();
    await machine.press("gamble");
    await machine.press("red");
    await machine.close();
    const again = await open("orchard-gold", scripted(0, 0, 0), memory);
    await again.clock.advance(12_000);
    expect(again.machine.state()).toMatchObject({ phase: "idle", credit });
  });
});

describe("the video slot", () => {
  it("plays its free spins by itself, without a bet, and comes back to idle", async () => {
    const stops = GAMES.video.strips.base.map((strip) => strip.indexOf("scatter"));
    const game = await open("polar-fire", scripted(...stops));
    await game.fund(100_000);
    const events: MachineEvent[] = [];
    game.machine.subscribe((event) => void events.push(event));
    await game.machine.press("play");
    await game.settle();
    const games = events.flatMap((event) => (event.type === "gameEnd" ? [event.result] : []));
    expect(games.filter(({ free }) => free).length).toBeGreaterThanOrEqual(10);
    expect(games.filter(({ free }) => !free)).toHaveLength(1);
    expect(games.every(({ free, bet }) => (free ? bet === 0 : bet > 0))).toBe(true);
    expect(events.map(({ type }) => type)).toContain("bonusEnd");
    expect(game.machine.state().phase).toBe("idle");
  });
});

describe("the classic", () => {
  it("holds reels only when offered, and only for the bet it was offered at", async () => {
    // A lost game: the first three values are the stops, the next makes the offer.
    const losing = Array.from({ length: 24 }, (_, stop) => [stop, 0, 0]).find(
      (stops) => evaluate(GAMES.classic, "base", stops, 5).lines.length === 0,
    );
    const game = await open("royal-sevens", scripted(...(losing ?? []), 0));
    await game.fund(100_000);
    expect((await game.machine.press("hold-1")).accepted).toBe(false);
    await game.machine.press("play");
    await game.clock.advance(5_000);
    expect((await game.machine.press("hold-1")).accepted).toBe(true);
    await game.machine.press("bet-10");
    expect(game.machine.state().controls["hold-1"]).toBe(false);
  });
});

describe("the machine", () => {
  it("takes no press whose memory could not be written, and moves no credit for it", async () => {
    const { machine, memory, fund } = await open("royal-sevens");
    await fund(100_000);
    memory.fail = true;
    await expect(machine.press("play")).rejects.toThrow();
    expect(machine.state()).toMatchObject({ phase: "idle", credit: 100_000 });
    memory.fail = false;
    expect((await machine.press("play")).accepted).toBe(true);
  });

  it("stops sooner when play is pressed in mid-spin, with the outcome that was drawn", async () => {
    const { machine, clock, fund } = await open("royal-sevens", seededRandom(3));
    await fund(100_000);
    await machine.press("play");
    await clock.advance(200);
    await machine.press("play");
    await clock.advance(300);
    expect(machine.state().phase).toBe("idle");
  });

  it("takes no press while tilted or locked, and says so", async () => {
    const { machine, fund } = await open("royal-sevens");
    await fund(100_000);
    await machine.faults.tilt("reel 2 stalled");
    expect(await machine.press("play")).toEqual({ accepted: false, reason: "tilt" });
    await machine.faults.tilt(null);
    await machine.lock(1_000);
    expect(await machine.press("play")).toEqual({ accepted: false, reason: "locked" });
  });

  it("releases a lock that nobody releases", async () => {
    const { machine, clock } = await open("royal-sevens");
    await machine.lock(1_000);
    await clock.advance(1_100);
    expect(machine.state().locked).toBe(false);
  });

  it("shows on its glass what its meters say", async () => {
    const { machine, fund } = await open("polar-fire");
    await fund(12_300);
    const source = machine.video();
    if (source.kind !== "drawn") throw new Error("a drawn machine");
    const seen: number[] = [];
    source.subscribe((display) => void seen.push(display.presses));
    expect(source.display().meters.credit).toBe(12_300);
    await machine.press("bet-2");
    expect(seen).toEqual([1]);
    expect(source.display()).toMatchObject({ presses: 1, selects: { bet: "bet-2" }, lastPress: { control: "bet-2" } });
  });
});

/** Any presses, transfers, lost answers and crashes, in any order, on any skin. */
describe("whatever happens", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("press" as const), which: fc.nat(40) }),
    fc.record({ do: fc.constant("play" as const) }),
    fc.record({ do: fc.constant("in" as const), amount: fc.integer({ min: 1, max: 50_000 }) }),
    fc.record({ do: fc.constant("out" as const) }),
    fc.record({ do: fc.constant("lose" as const), when: fc.constantFrom("before" as const, "after" as const) }),
    fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 4_000 }) }),
    fc.record({ do: fc.constant("crash" as const) }),
  );

  it("the meters agree, no transfer moves twice, and no drawn game changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SKINS.map(({ key }) => key)),
        fc.nat(),
        fc.array(step, { maxLength: 40 }),
        async (skin, seed, steps) => {
          const memory = store();
          const clock = createFakeClock();
          let { machine } = await open(skin, seededRandom(seed), memory, clock);
          let moved = 0;
          const drawn = new Map<number, number>();
          for (const action of steps) {
            try {
              if (action.do === "press") {
                const controls = Object.keys(machine.state().controls);
                await machine.press(controls[action.which % controls.length] ?? "play");
              } else if (action.do === "play") await machine.press("play");
              else if (action.do === "in" || action.do === "out") {
                const transferId = randomUUID();
                const send = () =>
                  action.do === "in"
                    ? machine.transferIn({ transferId, amount: action.amount })
                    : machine.transferOut({ transferId, amount: null });
                await machine.lock(60_000);
                const answer = await send().catch(() => machine.interrogate(transferId));
                // The same id once more must change nothing.
                const again = answer.status === "notFound" ? answer : await send();
                if (again.status === "done") moved += action.do === "in" ? again.moved : -again.moved;
                await machine.unlock();
              } else if (action.do === "lose") machine.faults.loseNext(action.when);
              else if (action.do === "wait") await clock.advance(action.ms);
              else {
                await machine.close();
                ({ machine } = await open(skin, seededRandom(seed + 1), memory, clock));
              }
            } catch {
              // Lost on the way: asked again by the next step.
            }
            const now = memory.stored as ReturnType<typeof freshMemory>;
            if (now.game) {
              expect(now.game.win).toBe(drawn.get(now.game.number) ?? now.game.win);
              drawn.set(now.game.number, now.game.win);
            }
            const { meters } = now;
            expect(meters.credit).toBe(
              meters.transferredIn + meters.coinOut - meters.coinIn - meters.transferredOut - meters.handPaid,
            );
            expect(meters.credit).toBeGreaterThanOrEqual(0);
            expect(meters.transferredIn - meters.transferredOut).toBe(moved);
          }
          await machine.close();
        },
      ),
      { numRuns: 150 },
    );
  });
});

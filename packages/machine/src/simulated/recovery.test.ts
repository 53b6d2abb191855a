import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GameResult, MachineEvent } from "../driver.ts";
import { SKINS, gameOf } from "../games/index.ts";
import { seededRandom } from "../random.ts";
import { newTransfer } from "../testing/commands.ts";
import { createFakeClock } from "../testing/fakeClock.ts";
import { Memory } from "./memory.ts";
import { openMachine, openOwned, scriptedRandom } from "./testing/machine.ts";
import { createTestStore } from "./testing/store.ts";

function expectMetersToAgree({ meters }: Memory): void {
  const { credit, transferredIn, coinOut, coinIn, transferredOut, handPaid } = meters;
  expect(credit).toBe(transferredIn + coinOut - coinIn - transferredOut - handPaid);
  expect(credit).toBeGreaterThanOrEqual(0);
}
const paidBy = (results: readonly GameResult[]) =>
  results.reduce((sum, { win, bet, handPay }) => sum + win - bet - handPay, 0);
const middle = (strip: readonly string[], symbol: string) => (strip.indexOf(symbol) - 1 + strip.length) % strip.length;

/** Sessions that cover every phase. */
const SESSIONS = {
  "free spins with hand pays": async () => {
    const bench = await openOwned("polar-fire", {
      random: scriptedRandom(
        ...gameOf("video").strips.base.map((strip) => strip.indexOf("scatter")),
        ...gameOf("video").strips.bonus.map((strip) => strip.indexOf("top")),
      ),
      handPayFrom: 60_000,
    });
    await bench.fund(100_000);
    await bench.press("play");
    await bench.settle();
    return { skin: "polar-fire", ...bench };
  },
  "a gamble won and lost": async () => {
    const stops = gameOf("fruit").strips.base.map((strip) => middle(strip, "high1"));
    const bench = await openOwned("orchard-gold", { random: scriptedRandom(...stops, 0, 40) });
    await bench.fund(100_000);
    await bench.press("play");
    await bench.clock.advance(3_000);
    await bench.press("gamble");
    for (let round = 0; round < 2; round += 1) {
      await bench.press("red");
      await bench.clock.advance(2_000);
    }
    return { skin: "orchard-gold", ...bench };
  },
  "a game stopped by hand, and one with a held reel": async () => {
    const bench = await openOwned("royal-sevens", { random: scriptedRandom(1, 1, 1, 0, 5, 9) });
    await bench.fund(100_000);
    await bench.press("play");
    await bench.press("play");
    await bench.settle();
    await bench.press("hold-1");
    await bench.press("play");
    await bench.settle();
    return { skin: "royal-sevens", ...bench };
  },
};

describe("killed after any of its saves", () => {
  it.each(Object.keys(SESSIONS) as (keyof typeof SESSIONS)[])("%s: it ends the game that was drawn", async (name) => {
    const { skin, memory, machine } = await SESSIONS[name]();
    expect(machine.state().phase).toBe("idle");
    const phases = new Set<string>();
    for (const snapshot of memory.history) {
      const before = Memory.parse(snapshot);
      phases.add(before.phase);
      // Another generator, so that everything drawn must come from the memory.
      const again = await openOwned(skin, {
        memory: createTestStore(snapshot),
        random: seededRandom(99),
        handPayFrom: 60_000,
      });
      await again.settle();
      const after = again.memory.stored();
      expect(after.phase).toBe("idle");
      expectMetersToAgree(after);
      const results = await again.machine.gamesSince(0);
      expect(results.map(({ gameNumber }) => gameNumber)).toEqual(results.map((_, index) => index + 1));
      expect(after.meters.credit).toBe(after.meters.transferredIn + paidBy(results));
      // The meters of each game follow from the one before, up to those of the machine.
      let [coinIn, coinOut, handPaid] = [0, 0, 0];
      for (const result of results) {
        [coinIn, coinOut, handPaid] = [coinIn + result.bet, coinOut + result.win, handPaid + result.handPay];
        expect(result.meters).toEqual({ coinIn, coinOut, handPaid, credit: result.credit });
      }
      expect(after.meters).toMatchObject({ coinIn, coinOut, handPaid });
      const { game, gamble, win } = before;
      const ended = results.find(({ gameNumber }) => gameNumber === game?.number);
      if (game) expect(ended?.detail).toMatchObject({ drawn: game.win, stops: game.stops });
      if (gamble?.card) expect(ended?.win).toBe(win);
      await again.machine.close();
    }
    if (name === "free spins with hand pays")
      for (const phase of ["idle", "spinning", "bonus", "handPay"]) expect(phases).toContain(phase);
    if (name === "a gamble won and lost") for (const phase of ["winToTake", "gamble"]) expect(phases).toContain(phase);
  });
});

describe("a save that fails", () => {
  it.each(["lost", "stored", "late"] as const)("%s: the answer equals the state after a restart", async (fault) => {
    const { machine, memory } = await openOwned("royal-sevens");
    const request = newTransfer(700);
    await machine.lock(5_000);
    memory.fault = fault;
    await expect(machine.transferIn(request)).rejects.toThrow();
    await expect(machine.meters()).rejects.toThrow();
    memory.fault = null;
    const asked = await machine.interrogate(request);
    expect(asked.status).toBe(fault === "stored" ? "done" : "notFound");
    memory.deliver();
    await machine.close();
    const again = await openOwned("royal-sevens", { memory: createTestStore(memory.stored()) });
    expect((await again.machine.interrogate(request)).status).toBe(asked.status);
    expect((await again.machine.meters()).credit).toBe(fault === "stored" ? 700 : 0);
  });

  it("late writes of the previous process are refused, without effect", async () => {
    const first = await openOwned("royal-sevens");
    const request = newTransfer(700);
    await first.machine.lock(5_000);
    first.memory.fault = "late";
    await expect(first.machine.transferIn(request)).rejects.toThrow();
    await expect(first.machine.meters()).rejects.toThrow();
    await first.machine.close();
    first.memory.fault = null;
    const { machine, memory, fund } = await openOwned("royal-sevens", { memory: first.memory });
    memory.deliver();
    await fund(500);
    expect((await machine.meters()).credit).toBe(500);
    expect((await machine.interrogate(request)).status).toBe("notFound");
  });

  it("continues a game whose save was stored although it failed, and emits its events", async () => {
    const { machine, press, memory, clock, fund } = await openOwned("royal-sevens", { random: seededRandom(3) });
    await fund(100_000);
    const events: MachineEvent["type"][] = [];
    machine.subscribe(({ type }) => void (type === "state" || events.push(type)));
    memory.fault = "stored";
    await expect(press("play")).rejects.toThrow();
    expect(machine.state().phase).toBe("idle");
    await clock.advance(1_000);
    memory.fault = null;
    await clock.advance(10_000);
    expect(machine.state().phase).toBe("idle");
    expect(events).toEqual(["gameStart", "gameEnd"]);
    expect((await machine.meters()).gamesPlayed).toBe(1);
  });

  it("ends a game once, however the save of its end fails", async () => {
    for (const fault of ["lost", "stored", "late"] as const) {
      const { machine, press, memory, clock, fund } = await openOwned("royal-sevens", { random: seededRandom(3) });
      await fund(100_000);
      await press("play");
      memory.fault = fault;
      await clock.advance(5_000);
      memory.fault = null;
      await clock.advance(5_000);
      memory.deliver();
      const results = await machine.gamesSince(0);
      expect(results).toHaveLength(1);
      expect(machine.state()).toMatchObject({ phase: "idle", credit: 100_000 + paidBy(results) });
      await machine.close();
    }
  });
});

/** Any presses, transfers, lost answers, failing saves, faults and crashes, in any order, on any skin. */
describe("whatever happens", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("press" as const), which: fc.nat(40) }),
    fc.record({ do: fc.constant("play" as const) }),
    fc.record({ do: fc.constant("in" as const), amount: fc.integer({ min: 1, max: 50_000 }) }),
    fc.record({ do: fc.constant("out" as const) }),
    fc.record({ do: fc.constant("lose" as const), when: fc.constantFrom("before" as const, "after" as const) }),
    fc.record({
      do: fc.constant("store" as const),
      fault: fc.constantFrom(null, "lost" as const, "stored" as const, "late" as const),
    }),
    fc.record({ do: fc.constant("deliver" as const) }),
    fc.record({ do: fc.constant("tilt" as const), reason: fc.constantFrom("stalled", null) }),
    fc.record({ do: fc.constant("attendant" as const) }),
    fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 4_000 }) }),
    fc.record({ do: fc.constant("crash" as const), newEpoch: fc.boolean() }),
  );

  it("the meters agree, no transfer moves twice, and no drawn game changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SKINS.map(({ key }) => key)),
        fc.nat(),
        fc.array(step, { maxLength: 40 }),
        async (skin, seed, steps) => {
          const memory = createTestStore();
          const clock = createFakeClock();
          /** A process that starts again has the same epoch only if it is the same owner. */
          const start = async (epoch: number) => {
            const random = seededRandom(seed + epoch);
            const opened = await openMachine(skin, { random, memory, clock, handPayFrom: 20_000 });
            await opened.machine.hello(epoch);
            return opened;
          };
          let epoch = 1;
          let { machine, press } = await start(epoch);
          let moved = 0;
          const drawn = new Map<number, string>();

          /** As the floor does it: after a lost answer the machine is interrogated until it answers. */
          async function transferOnce(direction: "in" | "out", amount: number): Promise<void> {
            const request = newTransfer(direction === "in" ? amount : null);
            const send = () => (direction === "in" ? machine.transferIn(request) : machine.transferOut(request));
            let answer = await send().catch(() => null);
            while (answer === null) {
              memory.fault = null;
              const asked = await machine.interrogate(request).catch(() => null);
              if (asked?.status === "notFound") return;
              answer = asked;
            }
            if (answer.status !== "done") return;
            moved += direction === "in" ? answer.moved : -answer.moved;
            const again = await send().catch(() => null);
            if (again) expect(again).toMatchObject({ status: "done", moved: answer.moved, duplicate: true });
          }

          for (const action of steps) {
            try {
              if (action.do === "press") {
                const controls = Object.keys(machine.state().controls);
                await press(controls[action.which % controls.length] ?? "play");
              } else if (action.do === "play") await press("play");
              else if (action.do === "lose") machine.faults.loseNext(action.when);
              else if (action.do === "wait") await clock.advance(action.ms);
              else if (action.do === "store") memory.fault = action.fault;
              else if (action.do === "deliver") memory.deliver();
              else if (action.do === "tilt") await machine.faults.tilt(action.reason);
              else if (action.do === "attendant") await machine.resetHandPay();
              else if (action.do === "crash") {
                await machine.close();
                memory.fault = null;
                if (action.newEpoch) epoch += 1;
                ({ machine, press } = await start(epoch));
              } else await machine.lock(60_000);
            } catch {
              // Lost on the way.
            }
            if (action.do === "in") await transferOnce("in", action.amount);
            if (action.do === "out") await transferOnce("out", 0);
            if (action.do === "in" || action.do === "out") await machine.unlock().catch(() => {});
            const now = memory.stored();
            expectMetersToAgree(now);
            expect(now.meters.transferredIn - now.meters.transferredOut).toBe(moved);
            if (memory.fault === null && now.game) {
              const game = JSON.stringify([now.game.stops, now.game.win]);
              expect(game).toBe(drawn.get(now.game.number) ?? game);
              drawn.set(now.game.number, game);
            }
          }
          await machine.close();
        },
      ),
      { numRuns: 200 },
    );
  });
});

it.each([30_000, -30_000])("a game that another computer began ends in time, its clock %i ms off", async (skewMs) => {
  const { skin, memory } = await SESSIONS["a gamble won and lost"]();
  const spinning = memory.history.find((snapshot) => Memory.parse(snapshot).phase === "spinning");
  const startedAt = Memory.parse(spinning).game?.startedAt ?? 0;
  const clock = createFakeClock(startedAt - skewMs);
  const again = await openOwned(skin, { memory: createTestStore(spinning), clock });
  await clock.advance(10_000);
  expect(again.machine.state().phase).toBe("winToTake");
  await again.machine.close();
});

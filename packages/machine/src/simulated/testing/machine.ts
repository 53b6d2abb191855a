/** For tests: a simulated machine with a fake clock, a store that can fail, and scripted draws. */
import type { VideoType } from "@reelcast/contract";
import { seededRandom } from "../../random.ts";
import type { RandomSource } from "../../random.ts";
import { newTransfer, numberedPress } from "../../testing/commands.ts";
import { createFakeClock } from "../../testing/fakeClock.ts";
import type { FakeClock } from "../../testing/fakeClock.ts";
import { createSimulatedMachine } from "../machine.ts";
import { createTestStore } from "./store.ts";
import type { TestStore } from "./store.ts";

/** Returns the given values first, then zeros. */
export const scriptedRandom = (...values: number[]): RandomSource => ({
  below: (bound) => Math.min(values.shift() ?? 0, bound - 1),
});

export interface TestMachineOptions {
  random?: RandomSource;
  memory?: TestStore;
  clock?: FakeClock;
  handPayFrom?: number;
  videoType?: VideoType;
}

/** A machine that no owner has said hello to. */
export async function openMachine(skin: string, options: TestMachineOptions = {}) {
  const { random = seededRandom(1), memory = createTestStore(), clock = createFakeClock(), handPayFrom } = options;
  const listenerErrors: unknown[] = [];
  const machine = await createSimulatedMachine({
    definition: {
      machineId: 1,
      name: "Machine",
      brand: "Brand",
      skin,
      serial: "RC-0001",
      currency: "TRY",
      videoType: options.videoType ?? "screen",
      width: 640,
      height: 360,
      frameRate: 30,
    },
    memory,
    clock,
    random,
    onListenerError: (error) => void listenerErrors.push(error),
    ...(handPayFrom === undefined ? {} : { handPayFrom }),
  });
  const press = numberedPress(machine);
  /** Plays until idle: takes wins and resets hand pays. */
  const settle = async () => {
    for (let n = 0; n < 400 && machine.state().phase !== "idle"; n += 1) {
      await clock.advance(1_000);
      if (machine.state().controls["take"] === true) await press("take");
      if (machine.state().phase === "handPay") await machine.resetHandPay();
    }
  };
  const fund = async (amount: number) => {
    await machine.lock(5_000);
    await machine.transferIn(newTransfer(amount));
    await machine.unlock();
  };
  return {
    machine,
    clock,
    memory,
    listenerErrors,
    press,
    settle,
    fund,
    loseNext: (when: "before" | "after") => machine.faults.loseNext(when),
    again: async () =>
      (await openMachine(skin, { ...options, random: seededRandom(2), memory: memory.connect(), clock })).machine,
  };
}

/** The same with an owner: of the next epoch. */
export async function openOwned(skin: string, options: TestMachineOptions = {}) {
  const opened = await openMachine(skin, options);
  const stored = (await opened.memory.load()) === null ? null : opened.memory.stored();
  await opened.machine.hello((stored?.epoch ?? 0) + 1);
  return opened;
}

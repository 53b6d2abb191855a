/**
 * Directed faults, each for one protection: the checker finds no violation with it, and one without it. Each has a machine
 * and a player of its own, so that one run can have several.
 */
import type { FaultServer } from "./faultServer.ts";
import type { FaultPlayer } from "./player.ts";
import type { World } from "./world.ts";

export interface Scenario {
  name: string;
  /** The protection to leave out, and the rule of the checker that must fail then. */
  without: "fence" | "epochs" | "mark" | "comparison";
  rule: string;
  play(world: World): Promise<void>;
}

const SETTLED_WITHIN_MS = 90_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function playerAt(world: World, index: number): { player: FaultPlayer; machine: number } {
  const player = world.players[index];
  if (!player) throw new Error(`there is no player ${index + 1}`);
  return { player, machine: index + 1 };
}
async function eventually(what: string, holds: () => Promise<boolean> | boolean, withinMs = 20_000): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`${what}: not within ${withinMs} ms`);
    await pause(20);
  }
}

/** The active server stops itself at that point of a deposit, the other one takes over, then the first one continues. */
async function outlived(world: World, index: number, pointName: string): Promise<void> {
  const { player, machine } = playerAt(world, index);
  await player.seat(machine);
  const { active, other } = await world.roles();
  if (!other) throw new Error("this needs a standby");
  const point = await active.arm({ point: pointName, nth: 1, action: "stop" });
  const operation = player.begin("cashin", machine, 700);
  const asked = player.ask(operation);
  await within(point.reached, `${pointName} was not reached`);
  await other.until("active");
  // The new owner has settled what the first one left.
  if (!(await player.settle(operation, SETTLED_WITHIN_MS))) throw new Error("the deposit has no final answer");
  active.continueProcess();
  await asked;
  await standsByOrEnds(active);
  await world.restore();
}
async function standsByOrEnds(server: FaultServer): Promise<void> {
  await eventually("the process that continues stands by or ends", async () => {
    return !server.running || (await server.readiness()) === "standby";
  });
}
async function within<T>(promise: Promise<T>, what: string, ms = 10_000): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error(what)), ms)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "a process that is paused between deciding on a write and sending it",
    without: "fence",
    rule: "noOldEpochInTheDatabase",
    // The reading of the meters: a write that no other rule of the database would refuse.
    play: (world) => outlived(world, 0, "query:machine_meters_read"),
  },
  {
    name: 'a process that is paused between "sent" and the command',
    without: "epochs",
    rule: "noOldEpochAtTheMachine",
    play: (world) => outlived(world, 1, "cabinet:before:transferIn"),
  },
  {
    name: "a deposit that reaches the machine after it was given up",
    without: "mark",
    rule: "failedIsAbsent",
    async play(world) {
      const { player, machine } = playerAt(world, 2);
      await player.seat(machine);
      await world.next({ machine, command: "transferIn", what: "hold" });
      const late = player.begin("cashin", machine, 900);
      await player.ask(late);
      if (!(await player.settle(late, SETTLED_WITHIN_MS))) throw new Error("the late deposit has no final answer");
      // The machine is locked for the next one when both arrive, the late one first.
      await world.next({ machine, command: "transferIn", what: "hold" });
      const next = player.begin("cashin", machine, 400);
      const asked = player.ask(next);
      await eventually("the next deposit is on its way", async () => (await world.fault("held", machine)) === 2);
      await world.fault("release", machine);
      await asked;
      if (!(await player.settle(next, SETTLED_WITHIN_MS))) throw new Error("the next deposit has no final answer");
    },
  },
  {
    name: "a machine that forgets its meters",
    without: "comparison",
    rule: "clearedIsNotLost",
    async play(world) {
      const { player, machine } = playerAt(world, 3);
      await player.seat(machine);
      const deposit = player.begin("cashin", machine, 5_000);
      if (!(await player.settle(deposit, SETTLED_WITHIN_MS))) throw new Error("the deposit has no final answer");
      await world.fault("clearMemory", machine);
      // It asks for its money back; the checker judges the answer.
      const back = player.begin("cashout", machine, null);
      await player.ask(back);
      await pause(2_000);
      player.leaveSocket();
    },
  },
];

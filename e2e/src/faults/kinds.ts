/**
 * The kinds of faults: each prepares itself, acts while transfers are in progress, and ends. It reports the moment from
 * which a server can serve again: there the time to playable begins.
 */
import type { RandomSource } from "@reelcast/machine";
import type { LinkDirection, TcpProxy } from "../tcpProxy.ts";
import type { FaultServer } from "./faultServer.ts";
import type { World } from "./world.ts";

export interface Strike {
  world: World;
  random: RandomSource;
  /** Machines at which money moves in this round. */
  machines: readonly number[];
  /** Makes the players send their requests; called once the fault is armed. */
  ask: () => void;
  /** The fault is over, or another server can serve: the time to playable begins. */
  startTiming: () => void;
  /** Steps of the machine host at which a process can be ended. */
  steps: readonly string[];
  /** Silence of a database that is away. ms */
  awayMs: number;
}
export interface FaultKind {
  name: string;
  /** Needs a second server. */
  standby?: boolean;
  /** Resolves once everything is up again. */
  strike: (strike: Strike) => Promise<void>;
}

const REACHED_WITHIN_MS = 3_000;
const SKEW_MS = 3_600_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const now = () => performance.now();
function pick<T>(random: RandomSource, values: readonly T[]): T {
  const value = values[random.below(values.length)];
  if (value === undefined) throw new RangeError("nothing to pick from");
  return value;
}
const between = (random: RandomSource, from: number, to: number) => from + random.below(to - from + 1);

/** In one of three starts the clock is wrong by an hour. */
const skew = (random: RandomSource) => ({ clockSkewMs: pick(random, [0, 0, 0, 0, SKEW_MS, -SKEW_MS]) });

/** The other server is active; without one, this server is active again. */
async function takenOver(world: World, from: FaultServer): Promise<FaultServer> {
  const other = world.servers.find((server) => server !== from) ?? from;
  await other.until("active");
  return other;
}

/** Waits until the server has killed or stopped itself; kills or stops it if the point is not reached. */
async function reached(point: Promise<string>, instead: () => void): Promise<void> {
  const done = await Promise.race([point.then(() => true), pause(REACHED_WITHIN_MS).then(() => false)]);
  if (!done) instead();
}

/** A process that continues after another has taken over serves nobody: it is a standby, or it has ended. */
async function standsBy(server: FaultServer, random: RandomSource): Promise<void> {
  server.continueProcess();
  const giveUpAt = now() + 20_000;
  while (server.running && (await server.readiness()) !== "standby") {
    if (now() > giveUpAt) throw new Error(`server ${server.name} is still active after it was replaced`);
    await pause(20);
  }
  await server.start(skew(random));
  await server.until("standby");
}

const killedAtStep: FaultKind = {
  name: "kill -9 at a step of a transfer, with a standby",
  standby: true,
  async strike({ world, random, steps, ask, startTiming }) {
    const { active } = await world.roles();
    const point = await active.arm({
      point: `step:${pick(random, steps)}`,
      nth: between(random, 1, 3),
      action: "kill",
    });
    ask();
    await reached(point.reached, () => void active.kill());
    await active.ended();
    startTiming();
    await takenOver(world, active);
    await active.start(skew(random));
    await active.until("standby");
  },
};

const killedAlone: FaultKind = {
  name: "kill -9 at a step of a transfer, started again",
  async strike({ world, random, steps, ask, startTiming }) {
    const { active, other } = await world.roles();
    await other?.terminate();
    const point = await active.arm({
      point: `step:${pick(random, steps)}`,
      nth: between(random, 1, 3),
      action: "kill",
    });
    ask();
    await reached(point.reached, () => void active.kill());
    await active.ended();
    startTiming();
    await active.start(skew(random));
    await active.until("active");
    await other?.start(skew(random));
    await other?.until("standby");
  },
};

const killedAnywhere: FaultKind = {
  name: "kill -9 at any moment, started again",
  async strike({ world, random, ask, startTiming }) {
    const { active, other } = await world.roles();
    await other?.terminate();
    ask();
    await pause(random.below(60));
    await active.kill();
    startTiming();
    await active.start(skew(random));
    await active.until("active");
    await other?.start(skew(random));
    await other?.until("standby");
  },
};

/** Statements of a floor's writes. */
const WRITES = ["transfer_begin", "transfer_mark", "transfer_settle", "transfer_fail", "record_game", "machine_meters"];

function stopped(name: string, pointOf: (random: RandomSource) => string): FaultKind {
  return {
    name,
    standby: true,
    async strike({ world, random, ask, startTiming }) {
      const { active } = await world.roles();
      const point = await active.arm({ point: pointOf(random), nth: between(random, 1, 2), action: "stop" });
      ask();
      await reached(point.reached, () => active.stopProcess());
      startTiming();
      await takenOver(world, active);
      await pause(random.below(500));
      await standsBy(active, random);
    },
  };
}

const ended: FaultKind = {
  name: "SIGTERM, with a standby",
  standby: true,
  async strike({ world, random, ask, startTiming }) {
    const { active } = await world.roles();
    ask();
    await pause(random.below(40));
    await active.terminate();
    startTiming();
    await takenOver(world, active);
    await active.start(skew(random));
    await active.until("standby");
  },
};

const endedAlone: FaultKind = {
  name: "SIGTERM and start",
  async strike({ world, random, ask, startTiming }) {
    const { active, other } = await world.roles();
    await other?.terminate();
    ask();
    await pause(random.below(40));
    await active.terminate();
    await active.start(skew(random));
    await active.until("active");
    startTiming();
    await other?.start(skew(random));
    await other?.until("standby");
  },
};

const secondStart: FaultKind = {
  name: "second start on the same data",
  async strike({ world, ask, startTiming }) {
    const { active } = await world.roles();
    ask();
    startTiming();
    const { code, output } = await active.startTwice();
    if (code !== 2) throw new Error(`a second start ended with ${code} instead of 2:\n${output}`);
  },
};

function database(name: string, work: (strike: Strike) => Promise<void>): FaultKind {
  return {
    name,
    async strike(strike) {
      strike.ask();
      await pause(strike.random.below(30));
      await work(strike);
      strike.startTiming();
      await strike.world.roles();
    },
  };
}

type Link = "clients" | "database" | "cabinet";
function link(
  name: string,
  links: readonly Link[],
  work: (proxy: TcpProxy, random: RandomSource) => Promise<void>,
): FaultKind {
  return {
    name,
    async strike({ world, random, ask, startTiming }) {
      const { active } = await world.roles();
      const proxy = active[pick(random, links)];
      const before = random.below(2) === 0;
      if (!before) ask();
      await pause(random.below(before ? 1 : 20));
      const damage = work(proxy, random);
      if (before) ask();
      await damage;
      startTiming();
      await world.roles();
    },
  };
}
const DIRECTIONS: readonly LinkDirection[] = ["toServer", "toClient"];
const cut = async (proxy: TcpProxy, random: RandomSource) => {
  proxy.cut();
  await pause(between(random, 20, 1_200));
  proxy.restore();
};
const oneWay = async (proxy: TcpProxy, random: RandomSource) => {
  proxy.block(pick(random, DIRECTIONS));
  await pause(between(random, 100, 2_000));
  // Late, or never.
  if (random.below(2) === 0) proxy.restore();
  else proxy.reset();
};

function line(name: string, what: readonly ("before" | "after" | "hold")[]): FaultKind {
  return {
    name,
    async strike({ world, random, machines, ask, startTiming }) {
      for (const machine of machines) {
        const command = pick(random, ["transferIn", "transferOut", "interrogate", "lock", "meters", "any"] as const);
        await world.next({
          machine,
          ...(command === "any" ? {} : { command }),
          what: pick(random, what),
        });
      }
      ask();
      await pause(between(random, 50, 1_500));
      for (const machine of machines) await world.fault("release", machine);
      await world.fault("forget");
      startTiming();
    },
  };
}

const cabinetOff: FaultKind = {
  name: "machines switched off and on",
  async strike({ world, random, ask, startTiming }) {
    ask();
    await pause(random.below(30));
    await world.restartCabinet(between(random, 10, 800));
    startTiming();
  },
};

export const FAULT_KINDS: readonly FaultKind[] = [
  killedAtStep,
  killedAlone,
  killedAnywhere,
  stopped("SIGSTOP between BEGIN and COMMIT, past the lease", (random) => `commit:${pick(random, WRITES)}`),
  stopped(
    'SIGSTOP between "sent" and the command',
    (random) => `cabinet:before:${pick(random, ["transferIn", "transferOut", "lock", "press"])}`,
  ),
  stopped(
    "SIGSTOP after the machine's answer",
    (random) => `cabinet:after:${pick(random, ["transferIn", "transferOut"])}`,
  ),
  ended,
  endedAlone,
  secondStart,
  database("database killed (kill -9)", async ({ world, random }) => {
    await world.postgres.kill();
    await pause(random.below(300));
    await world.postgres.start();
  }),
  database("database restarted", async ({ world, random }) => {
    await world.postgres.stop();
    await pause(random.below(300));
    await world.postgres.start();
  }),
  database("database away", async ({ world, awayMs }) => {
    await world.postgres.freeze();
    await pause(awayMs);
    await world.postgres.thaw();
  }),
  link("link to the database cut", ["database"], cut),
  link("link to the machines cut", ["cabinet"], cut),
  link("link to the players cut", ["clients"], cut),
  link("a link blocked one way", ["database", "cabinet", "clients"], oneWay),
  link("a link half closed", ["database", "cabinet", "clients"], async (proxy, random) => {
    proxy.halfClose(pick(random, DIRECTIONS));
    await pause(between(random, 50, 500));
    proxy.reset();
  }),
  link("a slow link", ["database", "cabinet"], async (proxy, random) => {
    proxy.delay(between(random, 10, 80));
    await pause(between(random, 200, 1_000));
    proxy.restore();
  }),
  line("a command or its answer lost", ["before", "after"]),
  line("a command that arrives late", ["hold"]),
  cabinetOff,
];

/**
 * A floor of simulated machines and the real ledger on a test's database, and the messages that it publishes. It is
 * composed here and not by `createApp`: its tests need no accounts and no edge, and they replace the node, let readings
 * of the limits fail, stop between two effects, and run two floors on one database. Tests of the whole server use
 * `openTestApp` (../../testing.ts).
 */
import { randomUUID } from "node:crypto";
import { DEFAULT_SETTINGS } from "@reelcast/contract";
import type { MachineStatus, Settings } from "@reelcast/contract";
import { seededRandom } from "@reelcast/machine";
import type { SimulatedMachine } from "@reelcast/machine";
import { pino } from "pino";
import type { Bus, Topic, Topics } from "../../bus/bus.ts";
import { createLocalBus } from "../../bus/local.ts";
import type { SpaceLevel } from "../../storage/index.ts";
import type { TestDatabase } from "../../storage/testing/index.ts";
import { createWallet } from "../../wallet/index.ts";
import type { Wallet } from "../../wallet/index.ts";
import { simulatedDriver } from "../drivers/simulated/index.ts";
import {
  Catalogue,
  Lobby,
  createFloor,
  createMachineStore,
  createRemoteFloor,
  createSessions,
  serveFloor,
} from "../index.ts";
import type { LocalFloor } from "../index.ts";
import type { RemoteFloor } from "../remote/remoteFloor.ts";
import { testNode } from "./node.ts";
import type { TestNode } from "./node.ts";

const SPEED = 40;
const onError = (error: unknown) => {
  throw error;
};

export interface TestFloorParts {
  bus?: Bus;
  node?: TestNode;
  /** Of the process that holds the players' seats, if it is another one. */
  players?: Bus;
}

const NO_LIMITS = { loss: [], time: [], cashIn: null, realityCheckMinutes: null, isUnder25: false, barred: null };

export class TestFloor {
  readonly machines = new Map<number, SimulatedMachine>();
  readonly published: { topic: Topic; message: Topics[Topic] }[] = [];
  readonly bus: Bus;
  readonly wallet: Wallet;
  readonly floor: LocalFloor;
  readonly #statuses = new Map<number, MachineStatus>();
  readonly #edge: RemoteFloor | null = null;
  readonly #stopServing: () => void = () => {};
  readonly node: TestNode;
  /** Over the defaults, as they are when they are used. */
  settings: Partial<Settings> = {};
  /** So many times the limits of a player can't be read. */
  policyFails = 0;
  /** Of the house's disk. */
  readonly space: { level: SpaceLevel } = { level: "enough" };
  /** Awaited before a machine is opened, after its row was read. */
  onOpening: ((machineId: number) => Promise<void>) | undefined;
  /** Awaited before and after each effect. */
  onStep: ((step: string) => void | Promise<void>) | undefined;
  constructor(
    { db }: Pick<TestDatabase, "db">,
    limits: Partial<Record<"depositSeconds" | "idleSeconds" | "graceSeconds" | "handPaySeconds", number>> = {},
    skinSpeed = SPEED,
    parts: TestFloorParts = {},
  ) {
    this.bus = parts.bus ?? createLocalBus(onError);
    const { players = this.bus } = parts;
    for (const topic of ["seat.push", "seat.close"] as const)
      players.subscribe(topic, (message) => void this.published.push({ topic, message }));
    for (const topic of ["machine.status", "player.session"] as const)
      this.bus.subscribe(topic, (message) => void this.published.push({ topic, message }));
    this.wallet = createWallet({
      db,
      onChecking: (playerId, checking) => this.bus.publish("player.checking", { playerId, checking }),
    });
    this.node = parts.node ?? testNode(db);
    const makeMachine = simulatedDriver({ db, speed: skinSpeed, random: (row) => seededRandom(row.id) });
    const machineStore = createMachineStore(db);
    const sessions = createSessions(db);
    const served = parts.players ? serveFloor({ bus: this.bus, node: this.node, edge: null }) : null;
    const floor = createFloor({
      db,
      node: this.node,
      wallet: this.wallet,
      machineStore,
      sessions,
      bus: this.bus,
      onHost: served?.onHost,
      log: pino({ level: "silent" }),
      drivers: async (row, parts) => {
        await this.onOpening?.(row.id);
        const machine = numberingPresses(await makeMachine(row, parts));
        this.machines.set(row.id, machine);
        return machine;
      },
      driverParts: () => ({ currency: "TRY", video: { width: 640, height: 360 } }),
      limits: { depositSeconds: 60, idleSeconds: 120, graceSeconds: 180, handPaySeconds: 1, ...limits },
      settings: () => ({ ...DEFAULT_SETTINGS, ...this.settings }),
      space: this.space,
      onStep: (step) => this.onStep?.(step),
      policy: {
        mayJoin: async () => {},
        mayCashIn: async () => {},
        allowance: async () => {
          this.policyFails -= 1;
          if (this.policyFails >= 0) throw new Error("Connection terminated unexpectedly");
          return { ...NO_LIMITS, validUntil: Infinity };
        },
      },
    });
    this.floor = floor;
    if (!served) return;
    const view = {
      statusOf: (id: number) => this.#statuses.get(id) ?? "offline",
      versionOf: () => 1,
      game: () => undefined,
      openSessionOf: async () => null,
    };
    this.bus.subscribe("machine.status", ({ id, status }) => void this.#statuses.set(id, status));
    const lobby = new Lobby(view, this.wallet, {
      catalogue: new Catalogue(machineStore, this.bus),
      machineStore,
      sessions,
      settings: () => ({ ...DEFAULT_SETTINGS, ...this.settings }),
    });
    this.#edge = createRemoteFloor({ bus: players, edge: randomUUID(), lobby, machineStore });
    this.#stopServing = () => served.stop();
    this.floor = { ...floor, ...this.#edge, start: () => floor.start(), stop: () => floor.stop() };
  }
  async start(): Promise<void> {
    await this.node.activate();
    this.#edge?.start();
    await this.floor.start();
  }
  /** An orderly end: leases are given back. */
  async stop(): Promise<void> {
    this.#edge?.stop();
    await this.floor.stop();
    this.#stopServing();
    await this.node.release();
  }
  infos(sessionId: string) {
    return this.published.flatMap(({ topic, message }) =>
      topic === "seat.push" &&
      "sessionId" in message &&
      message.sessionId === sessionId &&
      "method" in message &&
      message.method === "info"
        ? [message.params]
        : [],
    );
  }
}

/** Lets a test press without the host, whose numbers rise independently. */
export function numberingPresses(machine: SimulatedMachine): SimulatedMachine {
  const press = machine.press.bind(machine);
  let last = 0;
  machine.press = (command) => press({ ...command, sequence: (last += 1) });
  return machine;
}

/**
 * A floor of simulated machines and the real ledger on a test's database, and the messages that it publishes. It is
 * composed here and not by `createApp`: its tests need no accounts and no edge, and they replace the node, let readings
 * of the limits fail, stop between two effects, and run two floors on one database. Tests of the whole server use
 * `openTestApp` (../../testing.ts).
 */
import { DEFAULT_SETTINGS } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import { seededRandom } from "@reelcast/machine";
import type { SimulatedMachine } from "@reelcast/machine";
import { pino } from "pino";
import type { Bus, Topic, Topics } from "../../bus/bus.ts";
import { createLocalBus } from "../../bus/local.ts";
import type { TestDatabase } from "../../storage/testing/index.ts";
import { createWallet } from "../../wallet/index.ts";
import type { Wallet } from "../../wallet/index.ts";
import { simulatedDriver } from "../drivers/simulated/index.ts";
import { createFloor, createMachineStore, createSessions } from "../index.ts";
import type { LocalFloor } from "../index.ts";
import { testNode } from "./node.ts";
import type { TestNode } from "./node.ts";

const SPEED = 40;

export class TestFloor {
  readonly machines = new Map<number, SimulatedMachine>();
  readonly published: { topic: Topic; message: Topics[Topic] }[] = [];
  readonly bus: Bus;
  readonly wallet: Wallet;
  readonly floor: LocalFloor;
  readonly node: TestNode;
  /** Over the defaults, as they are when they are used. */
  settings: Partial<Settings> = {};
  /** So many times the limits of a player can't be read. */
  policyFails = 0;
  /** Awaited before and after each effect. */
  onStep: ((step: string) => void | Promise<void>) | undefined;
  constructor(
    database: TestDatabase,
    limits: Partial<Record<"depositSeconds" | "idleSeconds" | "graceSeconds", number>> = {},
    skinSpeed = SPEED,
    parts: { bus?: Bus; node?: TestNode } = {},
  ) {
    const { db } = database;
    this.bus =
      parts.bus ??
      createLocalBus((error) => {
        throw error;
      });
    for (const topic of ["seat.push", "seat.close", "machine.status", "player.session"] as const) {
      this.bus.subscribe(topic, (message) => void this.published.push({ topic, message }));
    }
    this.wallet = createWallet({
      db,
      onChecking: (playerId, checking) => this.bus.publish("player.checking", { playerId, checking }),
    });
    this.node = parts.node ?? testNode(db);
    const makeMachine = simulatedDriver({ db, speed: skinSpeed, random: (row) => seededRandom(row.id) });
    this.floor = createFloor({
      db,
      node: this.node,
      wallet: this.wallet,
      machineStore: createMachineStore(db),
      sessions: createSessions(db),
      bus: this.bus,
      log: pino({ level: "silent" }),
      drivers: async (row, parts) => {
        const machine = numberingPresses(await makeMachine(row, parts));
        this.machines.set(row.id, machine);
        return machine;
      },
      driverParts: () => ({ currency: "TRY", video: { width: 640, height: 360 } }),
      limits: { depositSeconds: 60, idleSeconds: 120, graceSeconds: 180, handPaySeconds: 1, ...limits },
      settings: () => ({ ...DEFAULT_SETTINGS, ...this.settings }),
      onStep: (step) => this.onStep?.(step),
      policy: {
        mayJoin: async () => {},
        mayCashIn: async () => {},
        allowance: async () => {
          this.policyFails -= 1;
          if (this.policyFails >= 0) throw new Error("Connection terminated unexpectedly");
          return { loss: [], time: [], realityCheckMinutes: null, barred: null, validUntil: Infinity };
        },
      },
    });
  }
  async start(): Promise<void> {
    await this.node.activate();
    await this.floor.start();
  }
  /** An orderly end: leases are given back. */
  async stop(): Promise<void> {
    await this.floor.stop();
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

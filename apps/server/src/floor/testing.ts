/** A floor of simulated machines on a database of a test, and what it tells. */
import { createSimulatedMachine, seededRandom } from "@reelcast/machine";
import type { SimulatedMachine } from "@reelcast/machine";
import { pino } from "pino";
import type { Bus, Topic, Topics } from "../bus/bus.ts";
import { createLocalBus } from "../bus/local.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "../wallet/index.ts";
import type { Wallet } from "../wallet/index.ts";
import { createFloor, createMemory, createRegistry } from "./index.ts";
import type { Floor } from "./index.ts";

const SPEED = 40;

export class House {
  readonly machines = new Map<number, SimulatedMachine>();
  readonly told: { topic: Topic; message: Topics[Topic] }[] = [];
  readonly bus: Bus;
  readonly wallet: Wallet;
  floor: Floor;
  constructor(
    database: TestDatabase,
    limits: Partial<Record<"depositSeconds" | "idleSeconds" | "graceSeconds", number>> = {},
    skinSpeed = SPEED,
  ) {
    const { db } = database;
    this.bus = createLocalBus((error) => {
      throw error;
    });
    for (const topic of ["seat.push", "seat.close", "machine.status", "player.session"] as const) {
      this.bus.subscribe(topic, (message) => void this.told.push({ topic, message }));
    }
    this.wallet = createWallet({ db });
    this.floor = createFloor({
      db,
      wallet: this.wallet,
      registry: createRegistry(db),
      bus: this.bus,
      log: pino({ level: "silent" }),
      owner: "test",
      driverFor: async (row) => {
        const machine = await createSimulatedMachine({
          definition: {
            machineId: row.id,
            name: row.name,
            brand: row.brand,
            skin: row.skin,
            serial: row.serial,
            currency: "TRY",
            videoType: row.video_type,
            width: 640,
            height: 360,
            frameRate: 30,
          },
          memory: createMemory(db, row.id),
          random: seededRandom(row.id),
          speed: skinSpeed,
        });
        this.machines.set(row.id, machine);
        return machine;
      },
      limits: { depositSeconds: 60, idleSeconds: 120, graceSeconds: 180, handPaySeconds: 1, ...limits },
      hotFlagLimit: 2_000_000,
      maxAllIn: 250_000_000,
      zeroBalanceMayPlay: false,
    });
  }
  /** As `kill -9` would: nothing is told to the database any more. */
  async abandon(): Promise<void> {
    await this.floor.stop();
  }
  infos(sessionId: string) {
    return this.told.flatMap(({ topic, message }) =>
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

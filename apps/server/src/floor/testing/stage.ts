/** Shared by the tests of the floor: a floor with machines, and players with money. */
import { AppError } from "@reelcast/contract";
import type { SimulatedMachine } from "@reelcast/machine";
import { vi } from "vitest";
import { createTestNetwork } from "../../bus/testing/network.ts";
import { addTestPlayer, createTestDatabase } from "../../storage/testing/index.ts";
import type { TestDatabase } from "../../storage/testing/index.ts";
import { createMachineRequests, createMachineStore } from "../index.ts";
import type { SeatConnection } from "../index.ts";
import type { MachineRequest } from "../requestStore.ts";
import { TestFloor } from "./floor.ts";

/** What each player has at first, minor units. */
export const OPENING = 100_000;

/** Machines and players are named by their place in the stage, from 0. */
export class Stage {
  readonly database: TestDatabase;
  /** The one that runs; a test may put another one in its place. */
  testFloor: TestFloor;
  readonly players: number[] = [];
  readonly machines: number[] = [];
  readonly #isApart: boolean;
  constructor(database: TestDatabase, isApart: boolean) {
    this.database = database;
    this.#isApart = isApart;
    this.testFloor = this.#newFloor();
  }
  #newFloor(limits: ConstructorParameters<typeof TestFloor>[1] = {}): TestFloor {
    if (!this.#isApart) return new TestFloor(this.database, limits);
    const network = createTestNetwork();
    const buses = { bus: network.join("floor"), players: network.join("edge") };
    return new TestFloor(this.database, limits, undefined, buses);
  }
  /** Another server on the same database, concurrent with the former one if that was not stopped. */
  async replaceFloor(limits: ConstructorParameters<typeof TestFloor>[1] = {}): Promise<void> {
    this.testFloor = this.#newFloor(limits);
    await this.testFloor.start();
  }
  player(index = 0): number {
    return this.players[index] ?? 0;
  }
  machine(index = 0): number {
    return this.machines[index] ?? 0;
  }
  sit(player = 0, machine = 0): Promise<SeatConnection> {
    const [playerId, machineId] = [this.player(player), this.machine(machine)];
    return this.testFloor.floor.sit({ playerId, machineId, ip: "127.0.0.1" });
  }
  driver(machine = 0, testFloor = this.testFloor): SimulatedMachine {
    const found = testFloor.machines.get(this.machine(machine));
    if (!found) throw new Error("no machine");
    return found;
  }
  /** Resolves when no game runs at the first machine; a win that waits is taken. */
  async rest(): Promise<void> {
    await vi.waitFor(
      async () => {
        const { phase, controls } = this.driver().state();
        if (controls["take"]) await this.driver().press({ control: "take", sequence: 0, ttlMs: 1_000 });
        if (phase !== "idle") throw new Error(phase);
      },
      { interval: 20 },
    );
  }
  balance(player = 0): Promise<number> {
    return this.testFloor.wallet.balance(this.player(player));
  }
  checking(player = 0): Promise<number> {
    return this.testFloor.wallet.checking(this.player(player));
  }
  session(id: string) {
    return this.database.db.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  }
  /** An operator's request to a machine, carried out by the current floor. */
  async request(kind: MachineRequest["kind"], params: MachineRequest["params"] = {}, machine = 0) {
    const requests = createMachineRequests(this.database.db);
    const machineId = this.machine(machine);
    const id = await requests.add({ machineId, kind, params, by: "ayse", reason: "checked it" });
    await this.testFloor.floor.reload(machineId);
    return vi.waitFor(async () => {
      const outcome = await requests.outcome(id);
      if (!outcome) throw new Error("it waits");
      return outcome;
    });
  }
  /** Resolves after this step of effects has come so many times. Replaces `onStep` of the floor. */
  steps(name: string, times: number): Promise<void> {
    let remaining = times;
    return new Promise((resolve) => {
      this.testFloor.onStep = (step) => {
        if (step === name) remaining -= 1;
        if (remaining === 0) resolve();
      };
    });
  }
  /** Stops the floor that runs, then those that it replaced unnoticed; answers what the ledger finds broken. */
  async close(replaced: readonly TestFloor[] = []): Promise<string[]> {
    await this.testFloor.stop();
    for (const testFloor of replaced) await testFloor.stop();
    const { broken } = await this.testFloor.wallet.check();
    await this.database.close();
    return broken;
  }
}

/**
 * A machine for each skin, a player for each name, and a floor that has started.
 * @param isApart players are in another process than the machines
 */
export async function openStage(
  skins: readonly string[],
  usernames: readonly string[],
  isApart = false,
): Promise<Stage> {
  const database = await createTestDatabase();
  const stage = new Stage(database, isApart);
  const { wallet } = stage.testFloor;
  const machineStore = createMachineStore(database.db);
  await database.db.transaction().execute(async (trx) => {
    const brandId = await machineStore.addBrand(trx, { name: "Brand", key: "b" });
    for (const [index, skin] of skins.entries()) {
      const serial = `S${index}`;
      const id = await machineStore.addMachine(trx, { name: serial, brandId, skin, serial, videoType: "screen" });
      await wallet.openMachine(trx, id);
      stage.machines.push(id);
    }
    for (const username of usernames) {
      const id = await addTestPlayer(trx, username);
      await wallet.openPlayer(trx, id);
      stage.players.push(id);
    }
  });
  for (const playerId of stage.players) await wallet.adjust({ playerId, amount: OPENING, key: "opening", tag: "test" });
  await stage.testFloor.start();
  return stage;
}

/** The code of the refusal, null if there is none, the error itself if it has no code. */
export const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

/** For tests of player protection: a house with real accounts, wallet, floor, database and edge, and two players. */
import { randomUUID } from "node:crypto";
import { AppError } from "@reelcast/contract";
import type { LoginAnswer, Protection as ProtectionAnswer } from "@reelcast/contract";
import type { SimulatedMachine } from "@reelcast/machine";
import type { InjectOptions } from "fastify";
import { sql } from "kysely";
import type { Logger } from "pino";
import { expect, vi } from "vitest";
import type { Topics } from "../../../bus/bus.ts";
import { simulatedDriver } from "../../../floor/drivers/simulated/index.ts";
import { numberingPresses } from "../../../floor/testing/floor.ts";
import type { DriverFactory, SeatConnection } from "../../../floor/index.ts";
import type { Db } from "../../../storage/index.ts";
import { PASSWORD, openTestApp } from "../../../testing.ts";
import type { TestApp } from "../../../testing.ts";

export { PASSWORD };
export const OPENING = 100_000;
/** The bet of these machines, and where each strip stops so that a game loses or wins. */
export const BET = 500;
export const LOSING = 0.13;
export const WINNING = 0;
export const DAY_MS = 86_400_000;

export interface TestPlayer {
  id: number;
  token: string;
}

/** Null without an error; otherwise its code and parameters. */
export const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return { code: error.code, ...error.params };
      throw error;
    },
  );
export const codeIn = (answer: { json(): unknown }) => (answer.json() as { code: number }).code;
export const cashIn = (seat: SeatConnection, amount: number, transferId: string = randomUUID()) =>
  seat.cashIn({ amount, clientTransferId: transferId });

/** Machines whose games stop where `luck` says, by their index. */
class Machines {
  /** Where the strips of the next games stop, 0 … 1. */
  luck = LOSING;
  readonly ids: number[] = [];
  readonly #running: SimulatedMachine[] = [];

  driver(db: Db): DriverFactory {
    const random = { below: (bound: number) => Math.floor(bound * this.luck) };
    const make = simulatedDriver({ db, speed: 40, random: () => random });
    return async (row, parts) => {
      const machine = numberingPresses(await make(row, parts));
      this.#running[this.ids.indexOf(row.id)] = machine;
      return machine;
    };
  }
  of(index = 0): SimulatedMachine {
    const machine = this.#running[index];
    if (!machine) throw new Error("no machine");
    return machine;
  }
  /** Until the game is over. */
  async still(index = 0): Promise<void> {
    await vi.waitFor(
      () => {
        const { phase } = this.of(index).state();
        if (phase !== "idle") throw new Error(phase);
      },
      { interval: 10 },
    );
  }
}

/** The pushes to all seats. */
function recordPushes(bus: TestApp["bus"]) {
  const pushed: Topics["seat.push"][] = [];
  bus.subscribe("seat.push", (push) => void pushed.push(push));
  const of = (seat: SeatConnection, kind: string) =>
    pushed.flatMap(({ sessionId, method, params }) =>
      sessionId === seat.sessionId && method === kind ? [params] : [],
    );
  return {
    infos: (seat: SeatConnection, action: string) => of(seat, "info").filter((params) => params["action"] === action),
    /** The pushes of limits to the seat since it was taken. */
    limitPushes: (seat: SeatConnection) => of(seat, "limits"),
  };
}

/** Calls of players over HTTP. */
function callsTo(app: TestApp) {
  const ask = (
    token: string | null,
    method: "GET" | "POST" | "PUT",
    path: string,
    payload?: InjectOptions["payload"],
  ) =>
    app.http.inject({
      method,
      url: `/api/v1${path}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const standing = async (who: TestPlayer) =>
    (await ask(who.token, "GET", "/player/protection")).json<ProtectionAnswer>();
  return {
    ask,
    login: (username: string, password = PASSWORD) =>
      ask(null, "POST", "/login", { username, password, site_id: 2008 }),
    standing,
    limit: (kind: string, period: string, value: number | null, who: TestPlayer) =>
      ask(who.token, "PUT", "/player/protection/limit", { kind, period, value }),
    confirm: (kind: string, period: string, value: number | null, who: TestPlayer) =>
      ask(who.token, "PUT", "/player/protection/limit/confirmation", { kind, period, value }),
    limitOf: async (kind: string, period: string, who: TestPlayer) =>
      (await standing(who)).limits.find((one) => one.kind === kind && one.period === period),
  };
}

export type ProtectedHouse = Awaited<ReturnType<typeof openProtectedHouse>>;

/** A time zone in which it is about noon now: no day ends or begins while a test runs. */
function zoneAtNoon(): string {
  // These names count to the west: Etc/GMT+3 is three hours behind UTC.
  const west = new Date().getUTCHours() - 12;
  return `Etc/GMT${west < 0 ? "-" : "+"}${Math.abs(west)}`;
}

/** Adds two machines to the house, whose cabinets are among `machines`. */
async function addTwoMachines({ database, domain: { wallet, machineStore }, floor }: TestApp, { ids }: Machines) {
  await database.db.transaction().execute(async (trx) => {
    const brandId = await machineStore.addBrand(trx, { name: "Brand" });
    for (const serial of ["S1", "S2"]) {
      const machine = { name: serial, brandId, skin: "royal-sevens", serial, videoType: "screen" as const };
      const id = await machineStore.addMachine(trx, machine);
      await wallet.openMachine(trx, id);
      ids.push(id);
    }
  });
  for (const id of ids) await floor.reload(id);
}

/** Two machines, and two players who are logged in and funded. */
export async function openProtectedHouse({
  log,
  environment = {},
}: { log?: Logger; environment?: Record<string, string> } = {}) {
  const machines = new Machines();
  const variables = {
    HAND_PAY_SECONDS: "1",
    CALLS_PER_NETWORK: "10000",
    HOUSE_TIME_ZONE: zoneAtNoon(),
    ...environment,
  };
  const app = await openTestApp(variables, ({ db }) => ({
    drivers: { simulated: machines.driver(db) },
    ...(log === undefined ? {} : { log }),
  }));
  const { database, domain } = app;
  const { wallet } = domain;
  let pushes = recordPushes(app.bus);
  await addTwoMachines(app, machines);
  const calls = callsTo(app);
  async function newPlayer(username: string): Promise<TestPlayer> {
    const id = await app.addPlayer(username);
    await wallet.adjust({ playerId: id, amount: OPENING, key: "opening", tag: "test" });
    return { id, token: (await calls.login(username)).json<LoginAnswer>().token };
  }
  const anna = await newPlayer("anna");
  const boris = await newPlayer("boris");

  return {
    machines,
    db: database.db,
    superuser: database.superuser,
    /** The house that runs now. */
    app,
    anna,
    boris,
    ask: calls.ask,
    login: calls.login,
    standing: (who = anna) => calls.standing(who),
    limit: (kind: string, period: string, value: number | null, who = anna) => calls.limit(kind, period, value, who),
    confirm: (kind: string, period: string, value: number | null, who = anna) =>
      calls.confirm(kind, period, value, who),
    limitOf: (kind: string, period: string, who = anna) => calls.limitOf(kind, period, who),
    sit: (who = anna, machine = 0): Promise<SeatConnection> =>
      app.floor.sit({ playerId: who.id, machineId: machines.ids[machine] ?? 0, ip: "127.0.0.1" }),
    async play(seat: SeatConnection, games = 1): Promise<void> {
      for (let game = 0; game < games; game += 1) {
        await seat.press("play");
        await machines.still();
      }
    },
    infos: (seat: SeatConnection, action: string) => pushes.infos(seat, action),
    limitPushes: (seat: SeatConnection) => pushes.limitPushes(seat),
    /** Until the player has no session any more. */
    over: (who = anna) => vi.waitFor(async () => expect(await app.floor.openSession(who.id)).toBeNull()),
    /** Sets back the start of the open session. */
    seatedFor: (seconds: number) =>
      database.superuser.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql`update sessions set started_at = now() - make_interval(secs => ${seconds}) where state <> 'closed'`.execute(
          trx,
        );
      }),
    async restart(): Promise<void> {
      await app.reopen();
      pushes = recordPushes(app.bus);
    },
    close: () => app.close(),
  };
}

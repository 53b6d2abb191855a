/** For tests of player protection: a house with real accounts, wallet, floor, database and edge, and two players. */
import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError, DEFAULT_SETTINGS } from "@reelcast/contract";
import type { LoginAnswer, Protection as ProtectionAnswer } from "@reelcast/contract";
import type { SimulatedMachine } from "@reelcast/machine";
import type { FastifyPluginAsync, InjectOptions } from "fastify";
import { sql } from "kysely";
import { pino } from "pino";
import type { Logger } from "pino";
import { expect, vi } from "vitest";
import { createAccounts } from "../../../accounts/index.ts";
import type { Accounts } from "../../../accounts/index.ts";
import type { Topics } from "../../../bus/bus.ts";
import { createLocalBus } from "../../../bus/local.ts";
import { numberingPresses, simulatedDriver, testNode } from "../../../floor/testing.ts";
import { createFloor, createRegistry, createSessions } from "../../../floor/index.ts";
import type { Floor, SeatConnection } from "../../../floor/index.ts";
import { createProtection, mayLogIn } from "../../../protection/index.ts";
import type { Db } from "../../../storage/index.ts";
import { createTestDatabase } from "../../../storage/testing/index.ts";
import { createWallet } from "../../../wallet/index.ts";
import { createGuard } from "../../guard.ts";
import type { Guard } from "../../guard.ts";
import { sockets } from "../../sockets/index.ts";
import { createHttpApp } from "../app.ts";
import { loginRoutes } from "../login.ts";
import { playerRoutes } from "../player.ts";
import { protectionRoutes } from "../protection.ts";

export const PASSWORD = "a long enough secret";
export const OPENING = 100_000;
/** What a game of these machines costs as they are set up, and where each strip stops so that it loses or wins. */
export const BET = 500;
export const LOSING = 0.13;
export const WINNING = 0;
export const DAY_MS = 86_400_000;

export interface TestPlayer {
  id: number;
  token: string;
}

/** Null where it went well; else the code and what it says. */
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
  seat.cashIn({ amount, transferId });

interface HouseParts {
  db: Db;
  accounts: Accounts;
  floor: Floor;
  guard: Guard;
}

/** Opens it with both players logged in and funded. `more`: further resources of its edge. */
export async function openProtectedHouse({
  log = pino({ level: "silent" }),
  more = () => [],
}: { log?: Logger; more?: (parts: HouseParts) => FastifyPluginAsync[] } = {}) {
  const database = await createTestDatabase();
  const { db } = database;
  const registry = createRegistry(db);
  const machines: SimulatedMachine[] = [];
  const machineIds: number[] = [];
  const anna: TestPlayer = { id: 0, token: "" };
  const boris: TestPlayer = { id: 0, token: "" };
  const told: Topics["seat.push"][] = [];
  const bus = createLocalBus((error) => {
    throw error;
  });
  bus.subscribe("seat.push", (push) => void told.push(push));
  const wallet = createWallet({ db });
  const accounts = await createAccounts({
    db,
    keyFile: join(await mkdtemp(join(tmpdir(), "reelcast-protection-")), "token.key"),
    publish: bus.publish.bind(bus),
    mayLogIn,
    version: "1.0.0",
  });
  const protection = createProtection({
    db,
    timeZone: "Europe/Istanbul",
    log: (trx, playerId, type, ip, detail) => accounts.log(playerId, type, ip, detail, trx),
    endLogins: (trx, playerId, reason) => accounts.endLogins(trx, playerId, reason),
    onChange: (playerId) => bus.publish("player.limits", { playerId }),
  });
  await db.transaction().execute(async (trx) => {
    const brandId = await registry.addBrand(trx, { name: "Brand" });
    for (const serial of ["S1", "S2"]) {
      const machine = { name: serial, brandId, skin: "royal-sevens", serial, videoType: "screen" as const };
      const id = await registry.addMachine(trx, machine);
      await wallet.openMachine(trx, id);
      machineIds.push(id);
    }
    for (const [username, player] of [["anna", anna] as const, ["boris", boris] as const]) {
      const email = `${username}@example.com`;
      player.id = await accounts.addPlayer(trx, { username, password: PASSWORD, name: "", lastname: "", email });
      await wallet.openPlayer(trx, player.id);
    }
  });
  for (const { id } of [anna, boris])
    await wallet.adjust({ playerId: id, amount: OPENING, key: "opening", tag: "test" });

  const node = testNode(db);
  const random = { below: (bound: number) => Math.floor(bound * house.luck) };
  const makeMachine = simulatedDriver({ db, speed: 40, random: () => random });
  const fresh = (): Floor =>
    createFloor({
      db,
      wallet,
      registry,
      bus,
      log,
      node,
      sessions: createSessions(db),
      policy: protection,
      driverParts: () => ({ currency: "TRY", video: { width: 640, height: 360 } }),
      drivers: async (row, parts) => {
        const machine = numberingPresses(await makeMachine(row, parts));
        machines[machineIds.indexOf(row.id)] = machine;
        return machine;
      },
      limits: { depositSeconds: 60, idleSeconds: 120, graceSeconds: 180, handPaySeconds: 1 },
      settings: () => DEFAULT_SETTINGS,
    });
  let floor = fresh();
  await node.activate();
  await floor.start();
  const guard = createGuard({ accounts });
  const app = await createHttpApp({
    log,
    trustedProxies: [],
    guard,
    plugins: [
      loginRoutes({ accounts, guard }),
      playerRoutes({ accounts, guard, wallet }),
      protectionRoutes({ protection, accounts, guard }),
      sockets({
        limits: { inAll: 100, perNetwork: 100 },
        guard,
        accounts,
        floor,
        bus,
        log,
        videoUrl: () => "/whep",
        iceServers: () => [],
        balance: (id) => wallet.balance(id),
        checking: (id) => wallet.checking(id),
        jackpots: async () => [],
      }),
      ...more({ db, accounts, floor, guard }),
    ],
  });
  const ask = (
    token: string | null,
    method: "GET" | "POST" | "PUT",
    path: string,
    payload?: InjectOptions["payload"],
  ) =>
    app.inject({
      method,
      url: `/api/v1${path}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const login = (username: string, password = PASSWORD) =>
    ask(null, "POST", "/login", { username, password, site_id: 2008 });
  const standing = async (who = anna) => (await ask(who.token, "GET", "/player/protection")).json<ProtectionAnswer>();
  const machineOf = (index = 0): SimulatedMachine => {
    const machine = machines[index];
    if (!machine) throw new Error("no machine");
    return machine;
  };
  /** Until the game is over. */
  const still = (index = 0) =>
    vi.waitFor(
      () => {
        const { phase } = machineOf(index).state();
        if (phase !== "idle") throw new Error(phase);
      },
      { timeout: 10_000, interval: 10 },
    );

  const house = {
    /** Where the strips of the next games stop, 0 … 1. */
    luck: LOSING,
    db,
    superuser: database.superuser,
    bus,
    wallet,
    protection,
    app,
    machineIds,
    anna,
    boris,
    ask,
    login,
    standing,
    machineOf,
    still,
    limit: (kind: string, period: string, value: number | null, who = anna) =>
      ask(who.token, "PUT", "/player/protection/limit", { kind, period, value }),
    limitOf: async (kind: string, period: string, who = anna) =>
      (await standing(who)).limits.find((one) => one.kind === kind && one.period === period),
    sit: (who = anna, machine = 0): Promise<SeatConnection> =>
      floor.sit({ playerId: who.id, machineId: machineIds[machine] ?? 0, ip: "127.0.0.1", tokenId: "t" }),
    async play(seat: SeatConnection, games = 1): Promise<void> {
      for (let game = 0; game < games; game += 1) {
        await seat.press("play");
        await still();
      }
    },
    infos: (seat: SeatConnection, action: string) =>
      told.flatMap(({ sessionId, method, params }) =>
        sessionId === seat.sessionId && method === "info" && params["action"] === action ? [params] : [],
      ),
    /** What the seat was told of its limits since it was taken. */
    limitPushes: (seat: SeatConnection) =>
      told.flatMap(({ sessionId, method, params }) =>
        sessionId === seat.sessionId && method === "limits" ? [params] : [],
      ),
    /** Until the player has no session any more. */
    over: (who = anna) => vi.waitFor(async () => expect(await floor.openSession(who.id)).toBeNull(), 10_000),
    /** Pretends that the open session began earlier. */
    /** As if whoever is seated had sat down so long ago. */
    seatedFor: (seconds: number) =>
      database.superuser.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql`update sessions set started_at = now() - make_interval(secs => ${seconds}) where state <> 'closed'`.execute(
          trx,
        );
      }),
    async restart(): Promise<void> {
      await floor.stop();
      floor = fresh();
      await floor.start();
    },
    async close(): Promise<void> {
      await app.close();
      await floor.stop();
      const { broken } = await wallet.check();
      await database.close();
      expect(broken).toEqual([]);
    },
  };
  for (const [username, player] of [["anna", anna] as const, ["boris", boris] as const])
    player.token = (await login(username)).json<LoginAnswer>().token;
  return house;
}
export type ProtectedHouse = Awaited<ReturnType<typeof openProtectedHouse>>;

/**
 * A process that runs one order after another for testServer.ts: a command of `house`, as `cli/main.ts` runs it, or a new
 * player with a login. Loading the command line takes longer than most commands, so it is loaded once.
 */
import process from "node:process";
import { addTestAccount } from "../../apps/server/src/accounts/testing/players.ts";
import { createApp } from "../../apps/server/src/app.ts";
import { runCommand } from "../../apps/server/src/cli/run.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import type { Domain } from "../../apps/server/src/domain.ts";
import { createLogger } from "../../apps/server/src/log.ts";

export interface NewAccount {
  username: string;
  password: string;
  /** Minor units. */
  funds: number;
  permissions: number[];
}
export interface Order {
  environment: Record<string, string>;
  /** The arguments of `house`, a player to add, or players whose open sessions are to be listed. */
  order: { words: string[] } | { player: NewAccount } | { seatsOf: number[] };
}
export interface Outcome {
  stdout: string;
  stderr: string;
  code: number;
  /** Only for a new player. */
  login?: { id: number; token: string };
  seats?: { playerId: number; machineId: number }[];
}

const SITE_ID = 2008;

async function withDomain<T>(work: (domain: Domain) => Promise<T>): Promise<T> {
  const app = await createApp(readConfig(process.env), { role: "cli", log: createLogger("silent") });
  try {
    return await work(app.domain);
  } finally {
    await app.close();
  }
}

/** Adds player, funds and login with the server's own code. */
function addPlayer({ username, password, funds, permissions }: NewAccount): Promise<{ id: number; token: string }> {
  return withDomain(async ({ storage, accounts, wallet }) => {
    const id = await addTestAccount(
      { db: storage.db, accounts, welcome: (trx, playerId) => wallet.openPlayer(trx, playerId) },
      { username, password, name: "Test", lastname: username, permissions },
    );
    if (funds > 0) await wallet.adjust({ playerId: id, amount: funds, key: `funds-${username}`, tag: "demo" });
    const { token } = await accounts.login({ username, password, siteId: SITE_ID, ip: "127.0.0.1" });
    return { id, token };
  });
}

/** Sessions that are not closed. */
function openSeats(playerIds: number[]): Promise<{ playerId: number; machineId: number }[]> {
  return withDomain(({ storage }) =>
    storage.db
      .selectFrom("sessions")
      .select(["player_id as playerId", "machine_id as machineId"])
      .where("player_id", "in", playerIds)
      .where("state", "<>", "closed")
      .execute(),
  );
}

const exitCode = () => Number(process.exitCode ?? 0);

async function carryOut({ environment, order }: Order): Promise<Outcome> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.exitCode = 0;
  const printed = { stdout: "", stderr: "" };
  const collect = (into: keyof typeof printed) =>
    ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      printed[into] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      const done = rest.at(-1);
      if (typeof done === "function") process.nextTick(done);
      return true;
    }) as typeof process.stdout.write;
  process.stdout.write = collect("stdout");
  process.stderr.write = collect("stderr");
  try {
    if ("seatsOf" in order) return { ...printed, code: 0, seats: await openSeats(order.seatsOf) };
    if ("player" in order) return { ...printed, code: 0, login: await addPlayer(order.player) };
    await runCommand(order.words);
    return { ...printed, code: exitCode() };
  } catch (error) {
    return { ...printed, stderr: printed.stderr + String(error), code: 1 };
  }
}

process.on("message", (order: Order) => void carryOut(order).then((outcome) => process.send?.(outcome)));
process.on("disconnect", () => process.exit());

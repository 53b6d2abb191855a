/**
 * The house's own PostgreSQL, from the npm registry: created at first use, started where it does not run, taken over
 * where it still does (after a `kill -9` of the server, or because the command line found it first), started again where
 * it dies. It listens on loopback alone, with a password for each login. A superuser's connection is open only until the
 * two logins of roles.ts are there. The last one to leave stops it.
 */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { ClientConfig } from "pg";
import type { Logger } from "pino";
import { withLock } from "./lock.ts";
import { createFolder, findPostmaster, freePort, launch, USER } from "./postmaster.ts";
import type { Settings } from "./postmaster.ts";
import { HOUSE, OWNER, createLogins } from "./roles.ts";

const DATABASE = "reelcast";
const READY_WITHIN_MS = 20_000;
const LAUNCHES = 4;
const LOCK_WITHIN_MS = 30_000;
const LOCK_TO_STOP_WITHIN_MS = 1_000;
const STOP_WITHIN_MS = 3_000;
/** The backends of a connection that was closed just now take a moment to go. */
const OTHERS_GO_WITHIN_MS = 200;
const RECOVER_AGAIN_MS = 1_000;
/** "the database system is starting up", "… is shutting down" and the like, and "connection refused": ask again. */
const ASK_AGAIN = new Set(["57P03", "57P01", "ECONNREFUSED", "ECONNRESET"]);
/** No such login, another password, no such database: of a new folder, or one of before there were two logins. */
const NOT_PREPARED = new Set(["28P01", "28000", "3D000", "42501"]);

export interface EmbeddedPostgres {
  /** As the running house. */
  url: string;
  ownerUrl: string;
  /** Stops it, unless another process is connected; `always`: in any case. */
  release(when?: "unused" | "always"): Promise<void>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

async function secret(file: string): Promise<string> {
  const known = await readFile(file, "utf8").catch(() => "");
  if (known.trim() !== "") return known.trim();
  const fresh = randomBytes(24).toString("base64url");
  await writeFile(file, fresh, { mode: 0o600 });
  return fresh;
}

/** Connected, or null while it does not take connections. */
async function tryToConnect(config: ClientConfig): Promise<Client | null> {
  const client = new Client(config);
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if (ASK_AGAIN.has(codeOf(error)) || (error instanceof Error && /terminated/.test(error.message))) return null;
    throw error;
  }
}

/**
 * Finds, starts or creates the database below `dataDir`. Any number of processes may have it open at once.
 * @param settings that differ from the usual ones where this call starts it
 */
export async function openEmbedded(
  dataDir: string,
  log?: Pick<Logger, "warn" | "error" | "info">,
  settings: Settings = {},
): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true });
  const home = await realpath(dataDir);
  const folder = join(home, "postgres");
  const logFile = join(home, "postgres.log");
  /** By this name this process's connections are told from those of others. */
  const applicationName = `reelcast-${process.pid}-${randomBytes(4).toString("hex")}`;
  const passwords = { [USER]: "", [OWNER]: "", [HOUSE]: "" };
  let port = 0;
  /** One connection that is always there: it tells others that the database is in use, and us that it has died. */
  let keeper: Client | undefined;
  let closing = false;
  let recovering: Promise<void> = Promise.resolve();

  async function ready(user: keyof typeof passwords, database: string): Promise<Client> {
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    let launches = 0;
    let child: Awaited<ReturnType<typeof launch>> | undefined;
    for (;;) {
      const found = await findPostmaster(folder);
      if (found) {
        const client =
          found.port > 0
            ? await tryToConnect({
                host: "127.0.0.1",
                port: found.port,
                user,
                password: passwords[user],
                database,
                application_name: applicationName,
              })
            : null;
        if (client) {
          port = found.port;
          return client;
        }
      } else if (!child || child.exitCode !== null || child.signalCode !== null) {
        // Once it has run, its port stays: the pools of every process know it.
        if (launches < LAUNCHES) child = await launch(folder, logFile, port > 0 ? port : await freePort(), settings);
        launches += 1;
      }
      if (Date.now() > giveUpAt || launches > LAUNCHES) {
        const tail = (await readFile(logFile, "utf8").catch(() => "")).slice(-2_000);
        throw new Error(`the embedded database did not start:\n${tail}`);
      }
      await pause(15);
    }
  }

  /** As superuser: what a new folder, or one of an older version, lacks. */
  async function prepare(): Promise<void> {
    const anywhere = await ready(USER, "postgres");
    try {
      const { rowCount } = await anywhere.query("select 1 from pg_database where datname = $1", [DATABASE]);
      if (rowCount === 0) await anywhere.query(`create database ${DATABASE}`);
    } finally {
      await anywhere.end();
    }
    const inside = await ready(USER, DATABASE);
    try {
      await createLogins(inside, {
        database: DATABASE,
        ownerPassword: passwords[OWNER],
        housePassword: passwords[HOUSE],
      });
    } finally {
      await inside.end();
    }
  }

  const ensure = () =>
    withLock(home, LOCK_WITHIN_MS, async () => {
      passwords[USER] = await secret(join(home, "postgres.password"));
      passwords[OWNER] = await secret(join(home, "postgres.owner.password"));
      passwords[HOUSE] = await secret(join(home, "postgres.house.password"));
      if (!existsSync(join(folder, "PG_VERSION"))) await createFolder(folder, passwords[USER]);
      const client = await ready(HOUSE, DATABASE).catch(async (error: unknown) => {
        if (!NOT_PREPARED.has(codeOf(error))) throw error;
        await prepare();
        return ready(HOUSE, DATABASE);
      });
      client.once("end", () => {
        if (!closing) recovering = recover();
      });
      keeper = client;
    });

  async function recover(): Promise<void> {
    log?.warn("the connection to the embedded database was lost");
    for (;;) {
      if (closing) return;
      try {
        await ensure();
        log?.info("the embedded database runs");
        return;
      } catch (error) {
        log?.error({ err: error }, "the embedded database could not be started again");
        await pause(RECOVER_AGAIN_MS);
      }
    }
  }

  async function inUse(client: Client): Promise<boolean> {
    const giveUpAt = Date.now() + OTHERS_GO_WITHIN_MS;
    for (;;) {
      // Of other logins' connections no more than the name is shown; workers of the database itself have none.
      const { rowCount } = await client.query(
        `select 1 from pg_stat_activity where application_name <> $1
          and (application_name <> '' or backend_type = 'client backend') limit 1`,
        [applicationName],
      );
      if (rowCount === 0) return false;
      if (Date.now() > giveUpAt) return true;
      await pause(20);
    }
  }

  async function stop(when: "unused" | "always"): Promise<void> {
    const used = keeper ? await inUse(keeper).catch(() => true) : true;
    await keeper?.end().catch(() => {});
    if (used && when === "unused") return;
    const postmaster = await findPostmaster(folder);
    if (!postmaster) return;
    // SIGINT: "fast shutdown", which writes a checkpoint.
    process.kill(postmaster.pid, "SIGINT");
    const giveUpAt = Date.now() + STOP_WITHIN_MS;
    while ((await findPostmaster(folder)) && Date.now() < giveUpAt) await pause(10);
  }

  await ensure();
  const url = (user: keyof typeof passwords) =>
    `postgresql://${user}:${passwords[user]}@127.0.0.1:${port}/${DATABASE}?application_name=${applicationName}`;
  return {
    url: url(HOUSE),
    ownerUrl: url(OWNER),
    async release(when = "unused") {
      if (closing) return;
      closing = true;
      // A recovery under way holds the lock; waiting for it would delay the end of the server.
      await Promise.race([recovering, pause(LOCK_TO_STOP_WITHIN_MS)]);
      try {
        await withLock(home, LOCK_TO_STOP_WITHIN_MS, () => stop(when));
      } catch (error) {
        log?.warn({ err: error }, "the embedded database was left running");
        await keeper?.end().catch(() => {});
      }
    },
  };
}

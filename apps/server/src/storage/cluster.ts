/**
 * The embedded PostgreSQL of one data folder: its files, passwords, logins and server process. Several processes use it;
 * `open` and `stop` need the folder's lock (lock.ts).
 */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { ClientConfig } from "pg";
import { hasCluster } from "./clusterVersion.ts";
import { createFolder, findPostmaster, freePort, launch, USER } from "./postmaster.ts";
import type { Settings } from "./postmaster.ts";
import { HOUSE, OWNER, createLogins } from "./roles.ts";
import { SQL_STATE, errorCode } from "./sqlState.ts";

const DATABASE = "reelcast";
/** Characters of its log that are shown when it does not start. */
const LAST_OF_LOG = 800;
const READY_WITHIN_MS = 20_000;
const READY_POLL_MS = 15;
const LAUNCHES = 4;
const STOP_WITHIN_MS = 3_000;
/** The backends of a closed connection take a moment to end. */
const OTHERS_GO_WITHIN_MS = 200;
/** Key of the lock that the connection of each process that has the database open shares with those of the others: "open". */
const OPEN = 0x6f70656e;
const SHARE_OPEN = `select pg_advisory_lock_shared(${OPEN})`;
const UNSHARE_OPEN = `select pg_advisory_unlock_shared(${OPEN})`;
const OPEN_ELSEWHERE = `
  select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${OPEN} and objsubid = 1
    and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid() limit 1`;
/** The server starts or stops, or nothing listens: try again. */
const NOT_READY = new Set<string>([SQL_STATE.cannotConnectNow, SQL_STATE.adminShutdown, "ECONNREFUSED", "ECONNRESET"]);
/** No such login or database, or another password: the folder is new, or older than the two logins. */
const NOT_PREPARED = new Set<string>([
  SQL_STATE.invalidPassword,
  SQL_STATE.invalidAuthorization,
  SQL_STATE.unknownDatabase,
  SQL_STATE.insufficientPrivilege,
]);

type Login = typeof USER | typeof OWNER | typeof HOUSE;

/** Reads the secret of a file; creates both if the file is missing or empty. */
async function readSecret(file: string): Promise<string> {
  const known = await readFile(file, "utf8").catch(() => "");
  if (known.trim() !== "") return known.trim();
  const fresh = randomBytes(24).toString("base64url");
  await writeFile(file, fresh, { mode: 0o600 });
  return fresh;
}

/** Null while the server does not accept connections. */
async function tryToConnect(config: ClientConfig): Promise<Client | null> {
  const client = new Client(config);
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if (NOT_READY.has(errorCode(error)) || (error instanceof Error && /terminated/.test(error.message))) return null;
    throw error;
  }
}

export class Cluster {
  readonly #home: string;
  readonly #folder: string;
  /** Of the server process. */
  readonly logFile: string;
  readonly #settings: Settings;
  /** Distinguishes the connections of this process from those of others. */
  readonly #applicationName = `reelcast-${process.pid}-${randomBytes(4).toString("hex")}`;
  #passwords: Record<Login, string> = { [USER]: "", [OWNER]: "", [HOUSE]: "" };
  /** 0 before the first connection. */
  #port = 0;

  /** @param settings override the usual ones if this process starts the server */
  constructor(home: string, settings: Settings) {
    this.#home = home;
    this.#folder = join(home, "postgres");
    this.logFile = join(home, "postgres.log");
    this.#settings = settings;
  }

  /**
   * Creates, starts and prepares the database where necessary. Resolves with a connection of the server's login, by which other
   * processes see that this one has the database open.
   */
  async open(): Promise<Client> {
    const client = await this.#openConnection();
    await client.query(SHARE_OPEN);
    return client;
  }
  async #openConnection(): Promise<Client> {
    // Before anything is written.
    const isThere = await hasCluster(this.#folder);
    this.#passwords = {
      [USER]: await readSecret(join(this.#home, "postgres.password")),
      [OWNER]: await readSecret(join(this.#home, "postgres.owner.password")),
      [HOUSE]: await readSecret(join(this.#home, "postgres.house.password")),
    };
    if (!isThere) await createFolder(this.#folder, this.#passwords[USER]);
    try {
      return await this.#connect(HOUSE, DATABASE);
    } catch (error) {
      if (!NOT_PREPARED.has(errorCode(error))) throw error;
      await this.#prepare();
      return this.#connect(HOUSE, DATABASE);
    }
  }

  url(login: typeof OWNER | typeof HOUSE): string {
    const name = this.#applicationName;
    return `postgresql://${login}:${this.#passwords[login]}@127.0.0.1:${this.#port}/${DATABASE}?application_name=${name}`;
  }

  /** Whether other processes are connected. From now on this one does not count as one. @param client the connection of `open` */
  async isUsedByOthers(client: Client): Promise<boolean> {
    await client.query(UNSHARE_OPEN);
    const { rowCount: open } = await client.query(OPEN_ELSEWHERE);
    if (open !== 0) return true;
    const giveUpAt = Date.now() + OTHERS_GO_WITHIN_MS;
    for (;;) {
      // Connections of other logins show only their name; the database's own workers have none.
      const { rowCount } = await client.query(
        `select 1 from pg_stat_activity where application_name <> $1
          and (application_name <> '' or backend_type = 'client backend') limit 1`,
        [this.#applicationName],
      );
      if (rowCount === 0) return false;
      if (Date.now() > giveUpAt) return true;
      await pause(20);
    }
  }

  /** Stops the server process, if it runs. */
  async stop(): Promise<void> {
    const postmaster = await findPostmaster(this.#folder);
    if (!postmaster) return;
    // SIGINT: "fast shutdown", which writes a checkpoint.
    process.kill(postmaster.pid, "SIGINT");
    const giveUpAt = Date.now() + STOP_WITHIN_MS;
    while ((await findPostmaster(this.#folder)) && Date.now() < giveUpAt) await pause(10);
  }

  /** Starts the server if it does not run, and connects as soon as it accepts connections. */
  async #connect(login: Login, database: string): Promise<Client> {
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    let launches = 0;
    let child: Awaited<ReturnType<typeof launch>> | undefined;
    for (;;) {
      const found = await findPostmaster(this.#folder);
      if (found) {
        const client = await this.#tryPort(found.port, login, database);
        if (client) return client;
      } else if (!child || child.exitCode !== null || child.signalCode !== null) {
        // After its first run the port stays the same: the pools of every process use it.
        const port = this.#port > 0 ? this.#port : await freePort();
        if (launches < LAUNCHES) child = await launch(this.#folder, this.logFile, port, this.#settings);
        launches += 1;
      }
      if (Date.now() > giveUpAt || launches > LAUNCHES) {
        const tail = (await readFile(this.logFile, "utf8").catch(() => "")).slice(-LAST_OF_LOG);
        throw new Error(`the embedded database did not start:\n${tail}`);
      }
      await pause(READY_POLL_MS);
    }
  }

  async #tryPort(port: number, login: Login, database: string): Promise<Client | null> {
    if (port === 0) return null;
    const client = await tryToConnect({
      host: "127.0.0.1",
      port,
      user: login,
      password: this.#passwords[login],
      database,
      application_name: this.#applicationName,
    });
    if (client) this.#port = port;
    return client;
  }

  /** As superuser: creates what a new folder, or one of an older version, lacks. */
  async #prepare(): Promise<void> {
    const anywhere = await this.#connect(USER, "postgres");
    try {
      const { rowCount } = await anywhere.query("select 1 from pg_database where datname = $1", [DATABASE]);
      if (rowCount === 0) await anywhere.query(`create database ${DATABASE}`);
    } finally {
      await anywhere.end();
    }
    const inside = await this.#connect(USER, DATABASE);
    try {
      await createLogins(inside, {
        database: DATABASE,
        ownerPassword: this.#passwords[OWNER],
        housePassword: this.#passwords[HOUSE],
      });
    } finally {
      await inside.end();
    }
  }
}

/**
 * The embedded PostgreSQL of one data folder: its files, passwords, logins and server process. Several processes use it; of
 * those that call `open` and `stop`, one does at a time.
 *
 * PostgreSQL itself holds the DatabaseLock as long as one of its processes runs. Only who gets that lock starts one:
 * nobody else can be writing then.
 */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { ClientConfig } from "pg";
import { errorCode } from "../errorCode.ts";
import { READ, REPLACE } from "../unfollowed.ts";
import { hasCluster } from "./clusterVersion.ts";
import { DatabaseLock } from "./databaseLock.ts";
import { LAUNCH, USER, createFolder, findPostmaster, freePort, lastLaunch, launch } from "./postmaster.ts";
import type { Settings } from "./postmaster.ts";
import { DatabaseRefused, OutOfReach } from "./refusals.ts";
import { HOUSE, OWNER, createLogins } from "./roles.ts";
import { SQL_STATE } from "./sqlState.ts";

const DATABASE = "reelcast";
/** Characters of its log that are shown when it does not start. */
const LAST_OF_LOG = 800;
const READY_WITHIN_MS = 20_000;
const READY_POLL_MS = 15;
/** Maximum time that a server which this process can see does not answer, and is not starting either. */
const ANSWERS_WITHIN_MS = 1_000;
const LAUNCHES = 4;
const STOP_WITHIN_MS = 3_000;
const STOP_OLDER_WITHIN_MS = 20_000;
/** The backends of a closed connection take a moment to end. */
const OTHERS_GO_WITHIN_MS = 200;
/** Key of the lock that the connection of each process that has the database open shares with those of the others: "open". */
const OPEN = 0x6f70656e;
const SHARE_OPEN = `select pg_advisory_lock_shared(${OPEN})`;
const UNSHARE_OPEN = `select pg_advisory_unlock_shared(${OPEN})`;
const OPEN_ELSEWHERE = `
  select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${OPEN} and objsubid = 1
    and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid() limit 1`;
/** The server starts or stops: try again. */
const NOT_READY = new Set<string>([SQL_STATE.cannotConnectNow, SQL_STATE.adminShutdown, "ECONNRESET"]);
const NOTHING_LISTENS = new Set<string>(["ECONNREFUSED"]);
/** No such login or database, or another password: the folder is new, or older than the two logins. */
const NOT_PREPARED = new Set<string>([
  SQL_STATE.invalidPassword,
  SQL_STATE.invalidAuthorization,
  SQL_STATE.unknownDatabase,
  SQL_STATE.insufficientPrivilege,
]);

type Login = typeof USER | typeof OWNER | typeof HOUSE;

export interface ClusterOptions {
  /** Override the usual ones if this process starts the server. */
  settings?: Settings | undefined;
  /** Whether a database that is missing is created, and one of an older version prepared; otherwise it is refused. */
  create: boolean;
}

/** The secret of a file; "" if it is missing or empty. */
const readSecret = async (file: string): Promise<string> =>
  (
    await readFile(file, { encoding: "utf8", flag: READ }).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return "";
      throw error;
    })
  ).trim();
/** Creates the file if it is missing or empty. */
async function readOrMakeSecret(file: string): Promise<string> {
  const known = await readSecret(file);
  if (known !== "") return known;
  const fresh = randomBytes(24).toString("base64url");
  await writeFile(file, fresh, { flag: REPLACE, mode: 0o600 });
  return fresh;
}

/** "starting": it does not accept connections yet, or not any more; "refused": nothing listens there. */
type NoConnection = "starting" | "refused";

async function tryToConnect(config: ClientConfig): Promise<Client | NoConnection> {
  const client = new Client(config);
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if (NOTHING_LISTENS.has(errorCode(error))) return "refused";
    if (NOT_READY.has(errorCode(error)) || (error instanceof Error && /terminated/.test(error.message)))
      return "starting";
    throw error;
  }
}

export class Cluster {
  readonly #home: string;
  readonly #folder: string;
  /** Of the server process. */
  readonly logFile: string;
  readonly #lockFile: string;
  readonly #settings: Settings | undefined;
  readonly #create: boolean;
  /** Distinguishes the connections of this process from those of others. */
  readonly #applicationName = `reelcast-${process.pid}-${randomBytes(4).toString("hex")}`;
  #passwords: Record<Login, string> = { [USER]: "", [OWNER]: "", [HOUSE]: "" };
  /** 0 before the first connection. */
  #port = 0;
  /** Held by this process while it creates or starts the database. */
  #lock: DatabaseLock | null = null;

  constructor(home: string, { settings, create }: ClusterOptions) {
    this.#home = home;
    this.#folder = join(home, "postgres");
    this.logFile = join(home, "postgres.log");
    this.#lockFile = join(home, "database.lock");
    this.#settings = settings;
    this.#create = create;
  }

  /**
   * Creates, starts and prepares the database where necessary. Resolves with a connection of the server's login, by which other
   * processes see that this one has the database open.
   * @throws OutOfReach if something holds the files that can't be reached from here; then nothing has changed
   */
  async open(): Promise<Client> {
    try {
      await this.#claim();
      const client = await this.#openConnection();
      await client.query(SHARE_OPEN);
      return client;
    } finally {
      // A PostgreSQL that was started keeps it.
      await this.#lock?.release();
      this.#lock = null;
    }
  }

  /** Before anything is written. @throws DatabaseRefused if there is no database of this version and none is to be created */
  async assertUsable(): Promise<void> {
    if (!(await hasCluster(this.#folder)) && !this.#create) throw this.#noHouse();
  }
  #noHouse(): DatabaseRefused {
    return new DatabaseRefused(
      `There is no house in DATA_DIR ${this.#home}, or its first start did not end: only a start of the server makes one.`,
    );
  }
  #outOfReach(): OutOfReach {
    return new OutOfReach(
      `DATA_DIR ${this.#home} is in use: a PostgreSQL that can't be reached from here has its database open, perhaps in another container.`,
    );
  }

  /** Takes the lock, or finds the PostgreSQL of this folder that holds it. */
  async #claim(): Promise<void> {
    this.#lock = await DatabaseLock.take(this.#lockFile, this.#folder);
    const found = await findPostmaster(this.#folder);
    if (this.#lock && found) await this.#endOlder();
    else if (!this.#lock && !found) throw this.#outOfReach();
  }

  /**
   * Stops a PostgreSQL that an older version has started, which holds no lock. One that is in use stays: this process, too, may
   * use it, unless it is a server.
   */
  async #endOlder(): Promise<void> {
    this.#passwords[HOUSE] = await readSecret(join(this.#home, "postgres.house.password"));
    const client = await this.#connect(HOUSE, DATABASE).catch((error: unknown) => {
      if (NOT_PREPARED.has(errorCode(error))) return null;
      throw error;
    });
    const used = client !== null && (await this.isUsedByOthers(client));
    await client?.end();
    if (!used) return this.stop(STOP_OLDER_WITHIN_MS);
    if (this.#create)
      throw new DatabaseRefused(
        `DATA_DIR ${this.#home} is in use: a process of an older version has its database open. End it first.`,
      );
    await this.#lock?.release();
    this.#lock = null;
  }

  async #openConnection(): Promise<Client> {
    const secret = this.#create ? readOrMakeSecret : readSecret;
    this.#passwords = {
      [USER]: await secret(join(this.#home, "postgres.password")),
      [OWNER]: await secret(join(this.#home, "postgres.owner.password")),
      [HOUSE]: await secret(join(this.#home, "postgres.house.password")),
    };
    if (!(await hasCluster(this.#folder))) {
      if (!this.#lock) throw this.#outOfReach();
      await createFolder(this.#folder, this.#passwords[USER], this.#lock);
      if (!(await this.#lock.cover())) throw this.#outOfReach();
    }
    try {
      return await this.#connect(HOUSE, DATABASE);
    } catch (error) {
      if (!NOT_PREPARED.has(errorCode(error))) throw error;
      if (!this.#create) throw this.#noHouse();
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
  async stop(withinMs = STOP_WITHIN_MS): Promise<void> {
    const postmaster = await findPostmaster(this.#folder);
    if (!postmaster) return;
    // SIGINT: "fast shutdown", which writes a checkpoint.
    process.kill(postmaster.pid, "SIGINT");
    const giveUpAt = Date.now() + withinMs;
    while ((await findPostmaster(this.#folder)) && Date.now() < giveUpAt) await pause(10);
  }

  /** Starts the server if it does not run, and connects as soon as it accepts connections. */
  async #connect(login: Login, database: string): Promise<Client> {
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    /** Since when nothing of this folder answers, though something holds its lock. */
    let silentSince: number | null = null;
    let launches = 0;
    let child: Awaited<ReturnType<typeof launch>> | undefined;
    for (;;) {
      const found = await findPostmaster(this.#folder);
      const answer = found ? await this.#tryPort(found.port, login, database) : "refused";
      if (answer instanceof Client) return answer;
      if (!found) this.#lock ??= await DatabaseLock.take(this.#lockFile, this.#folder);
      if (this.#lock && !found && (!child || child.exitCode !== null || child.signalCode !== null)) {
        // After its first run the port stays the same: the pools of every process use it.
        const port = this.#port > 0 ? this.#port : await freePort();
        const options = { changed: this.#settings, lock: this.#lock };
        if (launches < LAUNCHES) child = await launch(this.#folder, this.logFile, port, options);
        launches += 1;
      }
      silentSince = this.#lock || answer === "starting" ? null : (silentSince ?? Date.now());
      if (silentSince !== null && Date.now() > silentSince + ANSWERS_WITHIN_MS) throw this.#outOfReach();
      if (Date.now() > giveUpAt || launches > LAUNCHES) {
        const tail = (await readFile(this.logFile, "utf8").catch(() => "")).slice(-LAST_OF_LOG);
        throw new Error(`the embedded database did not start:\n${tail}`);
      }
      await pause(READY_POLL_MS);
    }
  }

  /** "refused" also for another server, which has that port in this container. */
  async #tryPort(port: number, login: Login, database: string): Promise<Client | NoConnection> {
    if (port === 0) return "starting";
    const client = await tryToConnect({
      host: "127.0.0.1",
      port,
      user: login,
      password: this.#passwords[login],
      database,
      application_name: this.#applicationName,
    });
    if (typeof client === "string") return client;
    const { rows } = await client.query<{ launch: string | null }>("select current_setting($1, true) as launch", [
      LAUNCH,
    ]);
    if ((rows[0]?.launch ?? null) !== (await lastLaunch(this.#folder))) {
      await client.end();
      return "refused";
    }
    this.#port = port;
    return client;
  }

  /** As superuser: creates what a new folder, or one of an older version, lacks. */
  async #prepare(): Promise<void> {
    const anywhere = await this.#connect(USER, "postgres").catch((error: unknown) => {
      // Another house's PostgreSQL has that port in this container.
      throw this.#lock === null && NOT_PREPARED.has(errorCode(error)) ? this.#outOfReach() : error;
    });
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

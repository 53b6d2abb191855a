/** PostgreSQL as Debian has it: another major version than the embedded one, with standbys. */
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { alive } from "../../../apps/server/src/storage/postmaster.ts";
import { freePort } from "../freePort.ts";
import { type Way, handOver, unprivileged } from "../../../apps/server/src/storage/privilege.ts";
import { HOUSE, OWNER, createLogins } from "../../../apps/server/src/storage/roles.ts";
import { findPostgres } from "./tools.ts";
import { endedAtExit } from "./endedAtExit.ts";

const PASSWORD = "debian";
const ADMIN = "admin";
const READY_WITHIN_MS = 30_000;
const ENVIRONMENT = { PATH: process.env["PATH"], LC_ALL: "C" };

const running = endedAtExit();

/** A server process and its children, which have sessions of their own. */
async function withChildren(postmaster: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
  const rows = stdout
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number));
  return [postmaster, ...rows.flatMap(([pid = 0, parent]) => (parent === postmaster ? [pid] : []))];
}

export class DebianPostgres implements AsyncDisposable {
  readonly port: number;
  /** Folder of its programs. */
  readonly bin: string;
  readonly #home: string;
  readonly #way: Way;
  #server: ChildProcess | null = null;

  private constructor(home: string, port: number, { bin, way }: { bin: string; way: Way }) {
    this.#home = home;
    this.port = port;
    this.bin = bin;
    this.#way = way;
  }

  static async open(): Promise<DebianPostgres> {
    return DebianPostgres.#open(async (postgres) => {
      const made = ["--username", ADMIN, "--auth=trust", "--encoding=UTF8", "--locale=C"];
      await postgres.#run("initdb", ["--pgdata", postgres.#data, ...made]);
    });
  }
  /** A streaming standby of this one; commits here wait for it from now on. */
  async openStandby(name: string): Promise<DebianPostgres> {
    const address = ["--host=127.0.0.1", `--port=${this.port}`, `--username=${ADMIN}`];
    const standby = await DebianPostgres.#open((one) =>
      one.#run("pg_basebackup", [
        ...address,
        "--checkpoint=fast",
        "--write-recovery-conf",
        `--pgdata=${one.#data}`,
        `--dbname=application_name=${name}`,
      ]),
    );
    try {
      await this.administer(`alter system set synchronous_standby_names = '${name}'`);
      await this.administer("select pg_reload_conf()");
      await this.synchronous();
    } catch (error) {
      await standby[Symbol.asyncDispose]();
      throw error;
    }
    return standby;
  }
  /** Resolves once a standby confirms commits. */
  async synchronous(): Promise<void> {
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    for (;;) {
      const rows = await this.administer("select from pg_stat_replication where sync_state = 'sync'");
      if (rows.length > 0) return;
      if (Date.now() > giveUpAt) throw new Error("no standby confirms commits");
      await pause(50);
    }
  }

  static async #open(make: (postgres: DebianPostgres) => Promise<void>): Promise<DebianPostgres> {
    const bin = findPostgres();
    if (bin === null) throw new Error("PostgreSQL is not installed: install the package postgresql");
    const way = await unprivileged();
    const home = await mkdtemp(join(tmpdir(), "reelcast-debian-pg-"));
    const postgres = new DebianPostgres(home, await freePort(), { bin, way });
    try {
      await mkdir(postgres.#data, { mode: 0o700 });
      await handOver(home, way);
      await make(postgres);
      await postgres.start();
    } catch (error) {
      await postgres[Symbol.asyncDispose]();
      throw error;
    }
    return postgres;
  }

  get #data(): string {
    return join(this.#home, "data");
  }
  #command(program: string, args: readonly string[]): [string, readonly string[]] {
    const [first = "", ...rest] = [...this.#way.prefix, join(this.bin, program), ...args];
    return [first, rest];
  }
  async #run(program: string, args: readonly string[]): Promise<void> {
    await promisify(execFile)(...this.#command(program, args), { env: ENVIRONMENT });
  }

  /** Resolves once it answers. */
  async start(): Promise<void> {
    const settings = ["listen_addresses=127.0.0.1", `port=${this.port}`, "unix_socket_directories="];
    const args = ["-D", this.#data, ...settings.flatMap((setting) => ["-c", setting])];
    const server = spawn(...this.#command("postgres", args), { env: ENVIRONMENT, stdio: "ignore" });
    this.#server = server;
    if (server.pid !== undefined) running.add(server.pid);
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    for (;;) {
      const client = await this.connect("postgres").catch(() => null);
      if (client) return client.end();
      if (Date.now() > giveUpAt || server.exitCode !== null) throw new Error("PostgreSQL did not start");
      await pause(50);
    }
  }

  /** kill -9 of all its processes. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return;
    const processes = await withChildren(server.pid);
    const exited = once(server, "exit");
    for (const pid of processes) this.#signal(pid, "SIGKILL");
    await exited;
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (processes.some(alive)) {
      if (Date.now() > giveUpAt) throw new Error("PostgreSQL did not end");
      await pause(10);
    }
    running.delete(server.pid);
  }
  /** It answers nothing until `thaw`. */
  async freeze(): Promise<void> {
    for (const pid of await withChildren(this.#server?.pid ?? 0)) this.#signal(pid, "SIGSTOP");
  }
  async thaw(): Promise<void> {
    for (const pid of await withChildren(this.#server?.pid ?? 0)) this.#signal(pid, "SIGCONT");
  }
  #signal(pid: number, signal: NodeJS.Signals): void {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
  /** Makes a standby the primary. Resolves once it takes writes. */
  async promote(): Promise<void> {
    await this.administer("select pg_promote(true, 30)");
  }
  /** One statement, as superuser. */
  async administer(text: string): Promise<object[]> {
    const client = await this.connect("postgres");
    try {
      return (await client.query<object>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** An empty database with both logins. */
  async createDatabase(database: string): Promise<void> {
    const admin = await this.connect("postgres");
    await admin.query(`create database ${database}`);
    await admin.end();
    const inside = await this.connect(database);
    await createLogins(inside, { database, ownerPassword: PASSWORD, housePassword: PASSWORD });
    await inside.end();
  }

  /** As superuser. */
  async connect(database: string): Promise<Client> {
    const client = new Client({
      host: "127.0.0.1",
      port: this.port,
      user: ADMIN,
      database,
      connectionTimeoutMillis: 5_000,
      application_name: "test",
    });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  /** A server's variables. @param port of a proxy in front of it */
  urls(database: string, port = this.port): { DATABASE_URL: string; DATABASE_OWNER_URL: string } {
    const url = (login: string) => `postgresql://${login}:${PASSWORD}@127.0.0.1:${port}/${database}`;
    return { DATABASE_URL: url(HOUSE), DATABASE_OWNER_URL: url(OWNER) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const server = this.#server;
    if (server?.pid !== undefined && server.exitCode === null && server.signalCode === null) {
      await this.thaw();
      const exited = once(server, "exit");
      // A fast shutdown: open connections are ended.
      server.kill("SIGINT");
      await exited;
      running.delete(server.pid);
    }
    await rm(this.#home, { recursive: true, force: true });
  }
}

/** PostgreSQL as Debian has it, with `pg_dump` of the same version: the embedded one has no such programs. */
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { freePort } from "../../../apps/server/src/storage/postmaster.ts";
import { handOver, unprivileged } from "../../../apps/server/src/storage/privilege.ts";
import { HOUSE, OWNER, createLogins } from "../../../apps/server/src/storage/roles.ts";
import { findPostgres } from "./tools.ts";

const PASSWORD = "debian";
const ADMIN = "admin";
const READY_WITHIN_MS = 30_000;

export class DebianPostgres implements AsyncDisposable {
  readonly port: number;
  /** Folder of its programs. */
  readonly bin: string;
  readonly #home: string;
  #server: ChildProcess | null = null;

  private constructor(home: string, port: number, bin: string) {
    this.#home = home;
    this.port = port;
    this.bin = bin;
  }

  static async open(): Promise<DebianPostgres> {
    const bin = findPostgres();
    if (bin === null) throw new Error("PostgreSQL is not installed: install the package postgresql");
    const home = await mkdtemp(join(tmpdir(), "reelcast-debian-pg-"));
    const postgres = new DebianPostgres(home, await freePort(), bin);
    try {
      await postgres.#start();
    } catch (error) {
      await postgres[Symbol.asyncDispose]();
      throw error;
    }
    return postgres;
  }

  async #start(): Promise<void> {
    const way = await unprivileged();
    const data = join(this.#home, "data");
    await mkdir(data, { mode: 0o700 });
    await handOver(this.#home, way);
    const run = (program: string, args: readonly string[]) => {
      const [first = "", ...rest] = [...way.prefix, join(this.bin, program), ...args];
      return [first, rest] as const;
    };
    const env = { PATH: process.env["PATH"], LC_ALL: "C" };
    const made = ["--pgdata", data, "--username", ADMIN, "--auth=trust", "--encoding=UTF8", "--locale=C"];
    await promisify(execFile)(...run("initdb", made), { env });
    const settings = ["listen_addresses=127.0.0.1", `port=${this.port}`, "unix_socket_directories="];
    const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
    this.#server = spawn(...run("postgres", args), { env, stdio: "ignore" });
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    for (;;) {
      const client = await this.connect("postgres").catch(() => null);
      if (client) return client.end();
      if (Date.now() > giveUpAt) throw new Error("PostgreSQL did not start");
      await pause(50);
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
    const client = new Client({ host: "127.0.0.1", port: this.port, user: ADMIN, database });
    await client.connect();
    return client;
  }

  /** A server's variables. */
  urls(database: string): { DATABASE_URL: string; DATABASE_OWNER_URL: string } {
    const url = (login: string) => `postgresql://${login}:${PASSWORD}@127.0.0.1:${this.port}/${database}`;
    return { DATABASE_URL: url(HOUSE), DATABASE_OWNER_URL: url(OWNER) };
  }

  /** Variables of libpq for the owner, with the programs of this version first in the path. */
  libpq(database: string): Record<string, string> {
    return {
      PATH: `${this.bin}:${process.env["PATH"] ?? ""}`,
      PGHOST: "127.0.0.1",
      PGPORT: String(this.port),
      PGUSER: OWNER,
      PGPASSWORD: PASSWORD,
      PGDATABASE: database,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const server = this.#server;
    if (server && server.exitCode === null && server.signalCode === null) {
      const exited = once(server, "exit");
      // A fast shutdown: open connections are ended.
      server.kill("SIGINT");
      await exited;
    }
    await rm(this.#home, { recursive: true, force: true });
  }
}

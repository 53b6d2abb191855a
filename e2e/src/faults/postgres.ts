/** A PostgreSQL of its own in a temporary folder, which a test kills, restarts and stops while servers use it. */
import { type ChildProcess, execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { alive, createFolder, findPostmaster, launch, USER } from "../../../apps/server/src/storage/postmaster.ts";
import { HOUSE, OWNER, createLogins } from "../../../apps/server/src/storage/roles.ts";
import { freePort } from "../freePort.ts";
import { endedAtExit } from "../processes/endedAtExit.ts";

const PASSWORD = "faults";
const DATABASE = "reelcast";
const ANSWERS_WITHIN_MS = 30_000;

const running = endedAtExit();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class TestPostgres {
  readonly port: number;
  readonly #home: string;

  private constructor(home: string, port: number) {
    this.#home = home;
    this.port = port;
  }

  static async create(): Promise<TestPostgres> {
    const home = await mkdtemp(join(tmpdir(), "reelcast-faults-pg-"));
    const postgres = new TestPostgres(home, await freePort());
    try {
      await createFolder(postgres.#folder, PASSWORD);
      await postgres.start();
      const client = await postgres.connect("postgres");
      await client.query(`create database ${DATABASE}`);
      await client.end();
      const inside = await postgres.connect();
      await createLogins(inside, { database: DATABASE, ownerPassword: PASSWORD, housePassword: PASSWORD });
      await inside.end();
    } catch (error) {
      await postgres.close();
      throw error;
    }
    return postgres;
  }

  get #folder(): string {
    return join(this.#home, "data");
  }

  /** Addresses of the database for the running house and the owner, through a proxy where its port is given. */
  urls(port = this.port): { url: string; ownerUrl: string } {
    const address = (login: string) => `postgresql://${login}:${PASSWORD}@127.0.0.1:${port}/${DATABASE}`;
    return { url: address(HOUSE), ownerUrl: address(OWNER) };
  }

  /** As superuser. */
  async connect(database = DATABASE): Promise<Client> {
    const client = new Client({
      host: "127.0.0.1",
      port: this.port,
      user: USER,
      password: PASSWORD,
      database,
      connectionTimeoutMillis: 5_000,
      application_name: "faults",
    });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  async #launch(): Promise<ChildProcess> {
    const child = await launch(this.#folder, join(this.#home, "log"), this.port);
    if (child.pid !== undefined) running.add(child.pid);
    return child;
  }

  /** Resolves once it answers. */
  async start(): Promise<void> {
    const giveUpAt = performance.now() + ANSWERS_WITHIN_MS;
    let child = await this.#launch();
    for (;;) {
      const client = await this.connect("postgres").catch(() => null);
      if (client) {
        await client.end();
        return;
      }
      if (performance.now() > giveUpAt)
        throw new Error(`the database did not start:\n${readFileSync(join(this.#home, "log"), "utf8").slice(-2_000)}`);
      // Never two at once: one would remove the other's lock file.
      if (child.exitCode !== null || child.signalCode !== null) child = await this.#launch();
      await pause(25);
    }
  }

  /** The postmaster and its children, which have sessions of their own. */
  async #processes(): Promise<number[]> {
    const postmaster = await findPostmaster(this.#folder);
    if (!postmaster) return [];
    const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
    const children = stdout
      .trim()
      .split("\n")
      .map((row) => row.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === postmaster.pid)
      .map(([pid = 0]) => pid);
    return [postmaster.pid, ...children];
  }

  async #signalAll(signal: NodeJS.Signals): Promise<void> {
    for (const pid of await this.#processes()) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  }
  async #gone(processes: readonly number[]): Promise<void> {
    const giveUpAt = performance.now() + ANSWERS_WITHIN_MS;
    while (processes.some(alive)) {
      if (performance.now() > giveUpAt) throw new Error("the database did not end");
      await pause(10);
    }
  }

  /** kill -9 of all its processes. */
  async kill(): Promise<void> {
    const processes = await this.#processes();
    await this.#signalAll("SIGKILL");
    await this.#gone(processes);
  }

  /** An orderly stop that breaks every connection ("fast"). */
  async stop(): Promise<void> {
    const postmaster = await findPostmaster(this.#folder);
    if (!postmaster) return;
    process.kill(postmaster.pid, "SIGINT");
    await this.#gone([postmaster.pid]);
  }

  /** It accepts connections and answers nothing until `thaw`. */
  async freeze(): Promise<void> {
    await this.#signalAll("SIGSTOP");
  }
  async thaw(): Promise<void> {
    await this.#signalAll("SIGCONT");
  }

  async close(): Promise<void> {
    await this.thaw();
    await this.kill();
    running.clear();
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}

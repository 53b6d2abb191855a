/**
 * The real server with its own database in a temporary folder. A test can kill it at any time and start it again on the same
 * data.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { PERMISSION } from "@reelcast/contract";
import { PlayerClient, Refused } from "./client.ts";
import type { NewAccount } from "./commandProcess.ts";
import { COMPILE_CACHE, carryOut } from "./commands.ts";
import { freePort } from "./freePort.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SERVER = join(ROOT, "apps/server/src/main.ts");
const HOUSE_CLI = join(ROOT, "apps/server/src/cli/main.ts");
const READY_WITHIN_MS = 60_000;
/** Variable with the path of a seeded data folder (template.ts): a server on a copy starts in a third of the time. */
export const TEMPLATE_VARIABLE = "REELCAST_TEMPLATE";
/** Variables that change the contents of the database after the first start. */
const DECIDES_SEED = ["DATABASE_URL", "DEMO"];

/** A player of one test, with a login. */
export interface Account {
  id: number;
  username: string;
  password: string;
  token: string;
}
/** For unique names; Playwright's workers add their process id, since they share no counter. */
let accounts = 0;

interface NewPlayer {
  /** Minor units in the wallet. */
  funds?: number;
  permissions?: number[];
}

export class TestServer {
  readonly dataDir: string;
  readonly port: number;
  readonly #environment: Record<string, string>;
  #server: ChildProcess | null = null;
  #accounts: Account[] = [];
  /** The end of the server's output, for the message of a failed start. */
  #output = "";

  private constructor(dataDir: string, port: number, environment: Record<string, string>) {
    this.dataDir = dataDir;
    this.port = port;
    this.#environment = environment;
  }

  /** Starts a new server with the demo seed. @param environment its variables @param settings its Settings.json */
  static async open(
    environment: Record<string, string> = {},
    settings: Record<string, unknown> = {},
  ): Promise<TestServer> {
    const house = await TestServer.create(environment);
    const template = process.env[TEMPLATE_VARIABLE];
    if (template && existsSync(template) && !DECIDES_SEED.some((name) => name in environment))
      await promisify(execFile)("cp", ["-a", `${template}/.`, house.dataDir]);
    await writeFile(join(house.dataDir, "Settings.json"), JSON.stringify(settings));
    try {
      await house.start();
    } catch (error) {
      // The caller has no object to close.
      await house.close();
      throw error;
    }
    return house;
  }

  /** Prepares a server without starting it. Default: in a new folder. */
  static async create(environment: Record<string, string> = {}, dataDir?: string): Promise<TestServer> {
    return new TestServer(dataDir ?? (await mkdtemp(join(tmpdir(), "reelcast-"))), await freePort(), environment);
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get pid(): number | undefined {
    return this.#server?.pid;
  }

  get running(): boolean {
    return this.#server !== null && this.#server.exitCode === null && this.#server.signalCode === null;
  }

  #env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PORT: String(this.port),
      // A test that needs the console gives it a port.
      CONSOLE_PORT: "off",
      // Other test servers on this computer have other ports.
      VIDEO_PORTS: `${this.port}-${this.port + 9}`,
      // Three times the processor for what most tests don't look at.
      VIDEO_LARGE: "0",
      DATA_DIR: this.dataDir,
      LOG_LEVEL: "warn",
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...this.#environment,
    };
  }

  #variables(): Record<string, string> {
    const present = Object.entries(this.#env()).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return Object.fromEntries(present);
  }

  /** Starts the server on its data folder and waits until it is ready. */
  async start(): Promise<void> {
    this.launch();
    await this.ready();
  }

  /** Starts the server and does not wait. */
  launch(): void {
    this.#output = "";
    const server = spawn(process.execPath, [SERVER], {
      cwd: ROOT,
      env: this.#env(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const keep = (chunk: Buffer) => (this.#output = (this.#output + chunk.toString()).slice(-8_000));
    server.stdout.on("data", keep);
    server.stderr.on("data", keep);
    this.#server = server;
  }

  /**
   * The status of /readyz: "ready", "standby", "starting"; null without an answer.
   * @throws with the end of its output if the server has ended by itself
   */
  async state(): Promise<string | null> {
    const answer = await fetch(`${this.url}/readyz`).catch(() => null);
    if (answer === null && this.#server !== null && !this.running)
      throw new Error(`the server has ended by itself:\n${this.#output}`);
    if (answer === null) return null;
    const { status } = (await answer.json()) as { status?: string };
    return status ?? `code ${answer.status}`;
  }

  async ready(): Promise<void> {
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (Date.now() < giveUpAt && this.running) {
      if ((await this.state()) === "ready") return;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    throw new Error(`the server did not become ready:\n${this.#output}`);
  }

  /** Writes Settings.json and restarts the server. */
  async configure(settings: Record<string, unknown>): Promise<void> {
    await this.stop();
    await writeFile(join(this.dataDir, "Settings.json"), JSON.stringify(settings));
    await this.start();
  }

  /** kill -9 */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** An orderly stop, as an operator's service manager does it. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    if (!server || !this.running) return;
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
    this.#server = null;
  }

  /** Tries to start another server on the same data with other variables, and waits for its end. */
  async startAnother(environment: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
    const server = spawn(process.execPath, [SERVER], {
      cwd: ROOT,
      env: { ...this.#env(), ...environment },
      stdio: ["ignore", "ignore", "pipe"],
      timeout: READY_WITHIN_MS,
    });
    let stderr = "";
    server.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(server, "close")) as [number | null];
    return { code, stderr };
  }

  /**
   * Runs `house …` in a process that is kept for commands. Resolves with its output and exit code, without the line that says
   * which house it is.
   */
  async cli(...words: string[]): Promise<{ stdout: string; stderr: string; code: number }> {
    const { stdout, stderr, code } = await carryOut({ environment: this.#variables(), order: { words } });
    return { stdout, stderr: stripVTControlCharacters(stderr).replace(/^House ".*" in .*\n/, ""), code };
  }

  /** Adds a player with a login. */
  async addPlayer({ funds = 10_000_00, permissions = [PERMISSION.play] }: NewPlayer = {}): Promise<Account> {
    const username = `p${process.pid}x${(accounts += 1)}`;
    const player: NewAccount = { username, password: "play1234", funds, permissions };
    const { login, stderr } = await carryOut({ environment: this.#variables(), order: { player } });
    if (!login) throw new Error(`the player could not be added: ${stderr}`);
    const account = { ...login, username, password: player.password };
    this.#accounts.push(account);
    return account;
  }

  /** Ends the sessions of all players of `addPlayer` after their games, so that their machines are free again. */
  async freeSeats(): Promise<void> {
    const accounts = this.#accounts.splice(0);
    if (accounts.length === 0) return;
    const order = { seatsOf: accounts.map(({ id }) => id) };
    const { seats = [] } = await carryOut({ environment: this.#variables(), order });
    for (const { playerId, machineId } of seats) {
      const account = accounts.find(({ id }) => id === playerId);
      if (!account) continue;
      // Refused where the session has ended by itself since.
      await PlayerClient.of(this.url, account)
        .kick(machineId)
        .catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
        });
    }
  }

  /** Like `cli`, but in a new process, as an operator's shell runs it. */
  async command(...args: string[]): Promise<{ stdout: string; stderr: string; code: number }> {
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [HOUSE_CLI, ...args], {
        cwd: ROOT,
        env: this.#env(),
      });
      return { stdout, stderr, code: 0 };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const {
        stdout = "",
        stderr = "",
        code = 1,
      } = error as Error & { stdout?: string; stderr?: string; code?: number };
      return { stdout, stderr, code };
    }
  }

  /** Process ids of the embedded PostgreSQL, the postmaster first. Linux and macOS. */
  async databasePids(): Promise<number[]> {
    const [first = ""] = (await readFile(join(this.dataDir, "postgres/postmaster.pid"), "utf8")).split("\n");
    const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
    const rows = stdout.split("\n").map((row) => row.trim().split(/\s+/));
    return [Number(first), ...rows.flatMap(([pid, parent]) => (parent === first ? Number(pid) : []))];
  }

  /** Process id of the server's media process. Linux and macOS. */
  async mediaPid(): Promise<number> {
    const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]);
    const line = stdout
      .split("\n")
      .find((row) => Number(row.trim().split(/\s+/)[1]) === this.pid && row.includes("video/media/main"));
    if (!line) throw new Error("no media process");
    return Number(line.trim().split(/\s+/)[0]);
  }

  /** Server output since its last start. */
  get output(): string {
    return this.#output;
  }

  /** Stops the server and removes its data. */
  async close(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

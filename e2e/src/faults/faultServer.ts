/** One server of a fault test: its process, its data folder, and a proxy on each of its links. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../freePort.ts";
import { type TcpProxy, createTcpProxy } from "../tcpProxy.ts";
import { type Child, startChild } from "./ipc.ts";
import type { PointRule, Reached } from "./points.ts";
import type { ServerOptions } from "./server.ts";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export type Readiness = "active" | "standby" | "away";
export interface StartOfServer {
  /** By how much its wall clock is wrong. */
  clockSkewMs?: number;
  /** Folder of its program, with a slash at the end: of another version. */
  root?: string | undefined;
}
export interface FaultServerOptions {
  name: string;
  /** Of the database, through a given port. */
  databaseUrls: (port: number) => { url: string; ownerUrl: string };
  databasePort: number;
  cabinetPort: number;
  videoPorts?: string;
  without: ServerOptions["without"];
  /** Of a process that shares the house with others. */
  natsPort?: number;
  /** More variables. */
  environment?: Record<string, string>;
}
interface Links {
  /** Clients reach it through this one. */
  clients: TcpProxy;
  database: TcpProxy;
  cabinet: TcpProxy;
  /** Null where it serves alone. */
  nats: TcpProxy | null;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class FaultServer {
  readonly name: string;
  readonly port: number;
  readonly dataDir: string;
  readonly links: Links;
  readonly #options: FaultServerOptions;
  #child: Child<{ pid: number }> | null = null;
  #nextRule = 1;

  private constructor(options: FaultServerOptions, port: number, dataDir: string, links: Links) {
    this.name = options.name;
    this.port = port;
    this.dataDir = dataDir;
    this.links = links;
    this.#options = options;
  }

  static async create(options: FaultServerOptions): Promise<FaultServer> {
    const port = await freePort();
    const { natsPort } = options;
    return new FaultServer(options, port, await mkdtemp(join(tmpdir(), `reelcast-${options.name}-`)), {
      clients: await createTcpProxy(port),
      database: await createTcpProxy(options.databasePort),
      cabinet: await createTcpProxy(options.cabinetPort),
      nats: natsPort === undefined ? null : await createTcpProxy(natsPort),
    });
  }

  get clients(): TcpProxy {
    return this.links.clients;
  }
  get database(): TcpProxy {
    return this.links.database;
  }
  get cabinet(): TcpProxy {
    return this.links.cabinet;
  }
  get url(): string {
    return this.clients.url;
  }
  get running(): boolean {
    return this.#child?.running ?? false;
  }
  get output(): string {
    return this.#child?.output ?? "";
  }

  environment(databasePort = this.database.port): NodeJS.ProcessEnv {
    const { url, ownerUrl } = this.#options.databaseUrls(databasePort);
    return {
      ...process.env,
      PORT: String(this.port),
      CONSOLE_PORT: "off",
      DATA_DIR: this.dataDir,
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      LOG_LEVEL: "warn",
      VIDEO_PORTS: this.#options.videoPorts ?? `${this.port}-${this.port + 9}`,
      // Tests release seats by their actions; no time limit may do it.
      DEPOSIT_SECONDS: "3600",
      IDLE_SECONDS: "86400",
      GRACE_SECONDS: "86400",
      ...(this.links.nats ? { NATS_URL: `nats://127.0.0.1:${this.links.nats.port}`, NODE_NAME: this.name } : {}),
      ...this.#options.environment,
    };
  }

  /** Resolves once its process runs, which may be before it is ready. */
  async start({ clockSkewMs = 0, root = ROOT }: StartOfServer = {}): Promise<void> {
    if (this.running) return;
    const argument: ServerOptions = {
      cabinetPort: this.cabinet.port,
      answerWithinMs: 500,
      without: this.#options.without,
    };
    this.#child = await startChild<{ pid: number }>({
      script: join(root, "e2e/src/faults/server.ts"),
      argument,
      execArgv: clockSkewMs === 0 ? [] : ["--import", script("./clockSkew.ts")],
      env: { ...this.environment(), FAULT_CLOCK_SKEW_MS: String(clockSkewMs) },
      cwd: root,
    });
  }

  async readiness(): Promise<Readiness> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.port}/readyz`, { signal: AbortSignal.timeout(1_000) });
      return answer.ok ? "active" : "standby";
    } catch {
      return "away";
    }
  }
  /** It runs, and says that it can't serve, or does not answer in time. */
  untilNotReady(): Promise<void> {
    return this.until("standby", 30_000, ["away"]);
  }
  /** @throws Error with its output if it does not reach that state */
  async until(wanted: Readiness, withinMs = 30_000, orElse: readonly Readiness[] = []): Promise<void> {
    const giveUpAt = performance.now() + withinMs;
    for (;;) {
      const is = await this.readiness();
      if (is === wanted || (orElse.includes(is) && this.running)) return;
      if (performance.now() > giveUpAt || !this.running)
        throw new Error(
          `server ${this.name} is ${is} instead of ${wanted} after ${withinMs} ms:\n${this.output.slice(-2_000)}`,
        );
      await pause(20);
    }
  }

  /** Makes it kill or stop itself at a point. Resolves once it is armed, with a promise for that moment. */
  async arm(rule: Omit<PointRule, "id">): Promise<{ reached: Promise<string> }> {
    const child = this.#running();
    const id = this.#nextRule++;
    const reached = new Promise<string>((resolve) => {
      const end = child.onSaid((said) => {
        const message = said as Partial<Reached>;
        if (message.reached !== id) return;
        end();
        resolve(message.point ?? "");
      });
    });
    await child.ask("arm", { ...rule, id });
    return { reached };
  }
  async disarm(): Promise<void> {
    // A stopped process does not answer; an ended one has no rules.
    if (this.running)
      await Promise.race([
        this.#running()
          .ask("disarm")
          .catch(() => undefined),
        pause(500),
      ]);
  }
  async steps(): Promise<string[]> {
    return (await this.#running().ask("steps")) as string[];
  }
  #running(): Child<{ pid: number }> {
    if (!this.#child?.running) throw new Error(`server ${this.name} does not run`);
    return this.#child;
  }

  async ended(): Promise<void> {
    await this.#child?.ended;
  }
  stopProcess(): void {
    this.#child?.signal("SIGSTOP");
  }
  continueProcess(): void {
    this.#child?.signal("SIGCONT");
  }
  async kill(): Promise<void> {
    await this.#child?.kill();
  }
  /** An orderly end. */
  async terminate(withinMs = 10_000): Promise<void> {
    this.#child?.signal("SIGTERM");
    await Promise.race([this.ended(), pause(withinMs)]);
    await this.kill();
  }

  /** A second start on its data folder, on another port. Resolves with its exit code and what it printed. */
  async startTwice(withinMs = 20_000): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [join(ROOT, "apps/server/src/main.ts")], {
      cwd: ROOT,
      env: { ...this.environment(), PORT: String(await freePort()) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const timer = setTimeout(() => child.kill("SIGKILL"), withinMs);
    const [code] = (await once(child, "exit")) as [number | null];
    clearTimeout(timer);
    return { code, output };
  }

  /** `house …`, directly on the database. */
  async cli(...args: string[]): Promise<{ stdout: string; stderr: string; code: number }> {
    const main = join(ROOT, "apps/server/src/cli/main.ts");
    try {
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        ["--disable-warning=ExperimentalWarning", main, ...args],
        { cwd: ROOT, env: this.environment(this.#options.databasePort), timeout: 30_000 },
      );
      return { stdout, stderr, code: 0 };
    } catch (error) {
      const {
        stdout = "",
        stderr = String(error),
        code = 1,
      } = error as { stdout?: string; stderr?: string; code?: number };
      return { stdout, stderr, code };
    }
  }

  /** Every link is up again. */
  restoreLinks(): void {
    for (const link of Object.values(this.links)) link?.restore();
  }

  async close(): Promise<void> {
    await this.kill();
    await Promise.all(Object.values(this.links).map((link) => link?.close()));
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A real NATS server for one test: Debian's `nats-server` on a fixed port of loopback, with TLS and users if wanted. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../freePort.ts";
import { type Certificates, makeAuthority, sign } from "./certificates.ts";

const PATHS = [
  "/usr/sbin/nats-server",
  "/usr/bin/nats-server",
  "/usr/local/bin/nats-server",
  "/opt/homebrew/bin/nats-server",
];
const READY_WITHIN_MS = 10_000;
const ADDRESS = "127.0.0.1";

/** Path of `nats-server`, or null where it is not installed. `NATS_SERVER_PATH` goes before all. */
export function findNats(): string | null {
  const configured = process.env["NATS_SERVER_PATH"];
  if (configured) return existsSync(configured) ? configured : null;
  return PATHS.find((path) => existsSync(path)) ?? null;
}

export interface NatsServerOptions {
  /** A certificate for localhost, signed by an authority of its own. */
  tls?: boolean;
  /** Only clients with a certificate of the same authority. */
  verify?: boolean;
  /** Lines of the section `authorization`. */
  authorization?: string;
  /** Further lines of the configuration, before the authorization. */
  more?: string;
}
/** An authority, and a certificate of it for localhost. */
async function makeCertificates(folder: string): Promise<Certificates> {
  await makeAuthority(folder);
  return sign(folder, "localhost", `DNS:localhost,IP:${ADDRESS}`);
}

export class NatsProcess implements AsyncDisposable {
  readonly port: number;
  readonly #monitor: number;
  readonly #folder: string;
  #certificates: Certificates | null = null;
  #process: ChildProcess | null = null;
  /** What it printed last. */
  output = "";
  private constructor(folder: string, port: number, monitor: number) {
    this.#folder = folder;
    this.port = port;
    this.#monitor = monitor;
  }

  static async open(options: NatsServerOptions = {}): Promise<NatsProcess> {
    const folder = await mkdtemp(join(tmpdir(), "reelcast-nats-"));
    const nats = new NatsProcess(folder, await freePort(), await freePort());
    try {
      if (options.tls) nats.#certificates = await makeCertificates(folder);
      await writeFile(join(folder, "nats.conf"), nats.#configuration(options));
      await nats.start();
    } catch (error) {
      await nats[Symbol.asyncDispose]();
      throw error;
    }
    return nats;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }
  get url(): string {
    return this.#certificates ? `tls://localhost:${this.port}` : `nats://${ADDRESS}:${this.port}`;
  }
  get certificates(): Certificates {
    if (!this.#certificates) throw new Error("it has no certificates");
    return this.#certificates;
  }
  /** A file with this text, next to its own. Resolves with the path. */
  async write(name: string, text: string): Promise<string> {
    const path = join(this.#folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  }
  /** A certificate of its authority for a client. Needs `tls`. */
  async clientCertificate(name: string): Promise<Certificates> {
    return sign(this.#folder, name, `DNS:${name}`);
  }
  /** What its monitor says. */
  async #read<T>(page: string): Promise<T> {
    return (await (await fetch(`http://${ADDRESS}:${this.#monitor}/${page}`)).json()) as T;
  }
  /** Clients that are connected now, those that it cut because they read too slowly, and its resident memory in bytes. */
  async figures(): Promise<{ connections: number; slowConsumers: number; memory: number }> {
    const { connections, slow_consumers, mem } = await this.#read<{
      connections: number;
      slow_consumers: number;
      mem: number;
    }>("varz");
    return { connections, slowConsumers: slow_consumers, memory: mem };
  }
  #configuration({ authorization, verify = false, more }: NatsServerOptions): string {
    const lines = [
      `listen: "${ADDRESS}:${this.port}"`,
      `http: "${ADDRESS}:${this.#monitor}"`,
      // Longer than the clients' own interval.
      'ping_interval: "5s"',
      "ping_max: 2",
      // A client that reads too slowly is cut soon.
      'write_deadline: "2s"',
      "max_pending: 8MB",
      "max_payload: 1MB",
    ];
    if (this.#certificates) {
      const { certificate, key, ca } = this.#certificates;
      lines.push(`tls { cert_file: "${certificate}", key_file: "${key}", ca_file: "${ca}", verify: ${verify} }`);
    }
    if (more !== undefined) lines.push(more);
    if (authorization !== undefined) lines.push(`authorization {\n${authorization}\n}`);
    return `${lines.join("\n")}\n`;
  }

  /** On the same port again. */
  async start(): Promise<void> {
    const path = findNats();
    if (path === null) throw new Error("no NATS: install the package nats-server, or set NATS_SERVER_PATH");
    const child = spawn(path, ["-c", join(this.#folder, "nats.conf")], { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data: Buffer) => (this.output = (this.output + data.toString()).slice(-20_000)));
    const until = Date.now() + READY_WITHIN_MS;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`NATS did not start:\n${this.output}`);
      await pause(30);
    }
  }
  #isReady(): Promise<boolean> {
    return fetch(`http://${ADDRESS}:${this.#monitor}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }
  freeze(): void {
    this.#process?.kill("SIGSTOP");
  }
  thaw(): void {
    this.#process?.kill("SIGCONT");
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A real TURN server for one test: coturn, on free ports of loopback, with the short-lived credentials of the house. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./freePort.ts";

const PATHS = ["/usr/bin/turnserver", "/usr/local/bin/turnserver", "/opt/homebrew/bin/turnserver"];
const READY_WITHIN_MS = 10_000;
const ADDRESS = "127.0.0.1";

/** Path of coturn's `turnserver`, or null where it is not installed. `TURNSERVER_PATH` goes before all. */
export function findCoturn(): string | null {
  const configured = process.env["TURNSERVER_PATH"];
  if (configured) return existsSync(configured) ? configured : null;
  return PATHS.find((path) => existsSync(path)) ?? null;
}

export class Coturn {
  readonly secret = "a secret of coturn and of the house";
  readonly port: number;
  readonly tlsPort: number;
  readonly #folder: string;
  #process: ChildProcess | null = null;
  /** What coturn printed last. */
  output = "";

  private constructor(folder: string, port: number, tlsPort: number) {
    this.#folder = folder;
    this.port = port;
    this.tlsPort = tlsPort;
  }

  /** The address for each way that a viewer may reach it. */
  url(transport: "udp" | "tcp" | "tls"): string {
    return transport === "tls"
      ? `turns:localhost:${this.tlsPort}?transport=tcp`
      : `turn:${ADDRESS}:${this.port}?transport=${transport}`;
  }

  static async open(): Promise<Coturn> {
    const folder = await mkdtemp(join(tmpdir(), "reelcast-coturn-"));
    const turn = new Coturn(folder, await freePort(), await freePort());
    try {
      await turn.#start();
    } catch (error) {
      await turn.close();
      throw error;
    }
    return turn;
  }

  async #start(): Promise<void> {
    const path = findCoturn();
    if (path === null) throw new Error("no coturn: install the package coturn, or set TURNSERVER_PATH");
    const [key, certificate] = [join(this.#folder, "key.pem"), join(this.#folder, "certificate.pem")];
    await promisify(execFile)("openssl", [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=localhost",
      "-addext",
      "subjectAltName=DNS:localhost,IP:127.0.0.1",
      "-keyout",
      key,
      "-out",
      certificate,
    ]);
    const child = spawn(
      path,
      [
        "-n",
        "--no-cli",
        "--no-dtls",
        "--fingerprint",
        "--use-auth-secret",
        `--static-auth-secret=${this.secret}`,
        "--realm=reelcast",
        `--userdb=${join(this.#folder, "turndb")}`,
        `--listening-ip=${ADDRESS}`,
        `--relay-ip=${ADDRESS}`,
        `--listening-port=${this.port}`,
        `--tls-listening-port=${this.tlsPort}`,
        `--cert=${certificate}`,
        `--pkey=${key}`,
        // The video's own address is one of loopback here, which coturn forbids by default.
        "--allow-loopback-peers",
        "--verbose",
        "--log-file=stdout",
        "--simple-log",
        `--pidfile=${join(this.#folder, "pid")}`,
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    this.#process = child;
    const keep = (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-60_000));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (Date.now() < giveUpAt && child.exitCode === null) {
      if ((await answers(this.port)) && (await answers(this.tlsPort))) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`coturn did not start:\n${this.output}`);
  }

  async close(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child && child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, ADDRESS);
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}

/** A real HAProxy with the files of deploy/haproxy: only addresses, paths and servers are those of the test. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { fileURLToPath } from "node:url";
import { freePort } from "../freePort.ts";
import { pathOf, runTool } from "./tools.ts";

const EXAMPLES = fileURLToPath(new URL("../../../deploy/haproxy/", import.meta.url));
const READY_WITHIN_MS = 10_000;
/** What is changed in every file: where its log is, and its user, which only root can choose. */
const ALWAYS = {
  "log /dev/log local0": "log stderr format raw local0",
  "  user haproxy\n  group haproxy\n": "",
};

/** A file of deploy/haproxy, with these servers of one of its sections, and each of `changes` made. */
async function example(
  file: string,
  { section, servers }: { section: string; servers: readonly number[] },
  changes: Record<string, string>,
): Promise<string> {
  let text = await readFile(join(EXAMPLES, file), "utf8");
  for (const [from, to] of Object.entries({ ...ALWAYS, ...changes })) {
    if (!text.includes(from)) throw new Error(`deploy/haproxy/${file} has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  const sections = text.split(/^(?=\S)/m);
  const ours = sections.findIndex((one) => one.startsWith(`${section}\n`));
  if (ours < 0) throw new Error(`deploy/haproxy/${file} has no ${section}`);
  const kept = (sections[ours] ?? "").split("\n").filter((line) => !/^\s+server /.test(line));
  const added = servers.map((port, n) => `  server server${n + 1} 127.0.0.1:${port}`);
  return sections.with(ours, `${[...kept, ...added].join("\n")}\n`).join("");
}

/** Certificate and key for localhost, in one file. The certificate signs itself; this process trusts it from now on. */
async function makeCertificate(folder: string): Promise<string> {
  const [certificate, key, both] = ["certificate.pem", "key.pem", "both.pem"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const made = ["req", "-x509", ...curve, ...name, "-keyout", key, "-out", certificate];
  const { code, output } = await runTool("openssl", made);
  if (code !== 0) throw new Error(`no certificate: ${output}`);
  const text = await readFile(certificate, "utf8");
  await writeFile(both, text + (await readFile(key, "utf8")), { mode: 0o600 });
  setDefaultCACertificates([...getCACertificates(), text]);
  return both;
}

export class HaproxyProcess implements AsyncDisposable {
  readonly #folder: string;
  readonly #process: ChildProcess;
  /** What it printed last. */
  output = "";
  private constructor(folder: string, child: ChildProcess) {
    this.#folder = folder;
    this.#process = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (data: Buffer) => (this.output = (this.output + data.toString()).slice(-20_000)));
  }

  /** In front of the edges, with TLS. */
  static async ofPlayers(edges: readonly number[]): Promise<{ proxy: HaproxyProcess; url: string }> {
    const port = await freePort();
    const proxy = await HaproxyProcess.#open(port, async (folder) =>
      example(
        "haproxy.cfg",
        { section: "backend edges", servers: edges },
        {
          // Not every computer allows a test so many descriptors.
          "maxconn 9000": "maxconn 1000",
          "bind :80\n": `bind 127.0.0.1:${await freePort()}\n`,
          "bind :443": `bind 127.0.0.1:${port}`,
          "/etc/haproxy/certs/play.pem": await makeCertificate(folder),
          // The console is not reached through it.
          "bind :8443": `bind 127.0.0.1:${await freePort()}`,
          "/etc/haproxy/certs/console.pem": join(folder, "both.pem"),
        },
      ),
    );
    return { proxy, url: `https://localhost:${port}` };
  }
  /** In front of a PostgreSQL and its standbys. */
  static async ofPostgres(servers: readonly number[]): Promise<{ proxy: HaproxyProcess; port: number }> {
    const port = await freePort();
    const proxy = await HaproxyProcess.#open(port, () =>
      example(
        "postgres.cfg",
        { section: "listen primary", servers },
        { "bind 127.0.0.1:5433": `bind 127.0.0.1:${port}` },
      ),
    );
    return { proxy, port };
  }

  static async #open(port: number, configuration: (folder: string) => Promise<string>): Promise<HaproxyProcess> {
    const folder = await mkdtemp(join(tmpdir(), "reelcast-haproxy-"));
    const file = join(folder, "haproxy.cfg");
    try {
      await writeFile(file, await configuration(folder));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    // In the foreground: it ends with its parent's signal.
    const proxy = new HaproxyProcess(folder, spawn(pathOf("haproxy"), ["-db", "-f", file], { stdio: "pipe" }));
    try {
      await proxy.#ready(port);
    } catch (error) {
      await proxy[Symbol.asyncDispose]();
      throw error;
    }
    return proxy;
  }
  async #ready(port: number): Promise<void> {
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    for (;;) {
      const socket = connect(port, "127.0.0.1");
      const isOpen = await once(socket, "connect").then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (isOpen) return;
      if (this.#process.exitCode !== null || Date.now() > giveUpAt)
        throw new Error(`HAProxy did not start:\n${this.output}`);
      await pause(30);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const exited = once(this.#process, "exit");
      this.#process.kill("SIGKILL");
      await exited;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

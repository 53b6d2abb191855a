/**
 * A computer of its own for a test: a network, processes and files that are gone with it, on this kernel (Linux, as root). What is
 * installed here is installed there; what is written below /etc, /var, /opt and /run is not written here. The repository is at
 * /opt/reelcast, as deploy/ has it, and can't be changed there.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const WITHIN_MS = 120_000;
const POLL_MS = 20;
/** Folders whose files are those of this computer until the other one changes them. */
const OVERLAID = ["etc", "var", "opt", "usr/local", "home"];

export interface ComputerOptions {
  /** With the network of this computer, for what fetches packages. */
  isOnline?: boolean;
  /** What is at /opt/reelcast; a folder that may be written there, where it is named. */
  program?: string;
  /** Further addresses of its own. */
  addresses?: readonly string[];
  /** Names that it knows, by address. */
  names?: Record<string, readonly string[]>;
}
export interface CommandOptions {
  cwd?: string;
  /** All of its variables but PATH and HOME. */
  environment?: Record<string, string>;
  user?: string;
}
export interface Result {
  code: number | null;
  /** Both streams. */
  output: string;
}
/** A process on the other computer. */
export class RemoteProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<Result>;
  output = "";
  constructor(child: ChildProcess) {
    this.#child = child;
    const keep = (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-50_000));
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    this.ended = once(child, "close").then(([code]) => ({ code: code as number | null, output: this.output }));
  }
  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }
  /** Resolves when the check holds. @throws Error with its output if it ends before, or takes over two minutes */
  async until(check: () => Promise<boolean> | boolean): Promise<void> {
    const giveUpAt = Date.now() + WITHIN_MS;
    while (!(await check())) {
      if (!this.running || Date.now() > giveUpAt) throw new Error(`it did not come so far:\n${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  /** Ends it by a signal, and resolves once it has ended. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<Result> {
    // What entered the other computer waits for the process that it has started there.
    const { pid = 0 } = this.#child;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
    for (const child of children.split(" ").filter(Boolean)) process.kill(Number(child), signal);
    return this.ended;
  }
}

export class Computer implements AsyncDisposable {
  readonly #folder: string;
  readonly #outer: ChildProcess;
  #init = 0;
  private constructor(folder: string, isOnline: boolean) {
    this.#folder = folder;
    // It ends with this process, whose end closes its standard input, and everything on it ends with its first process.
    const spaces = [
      ...(isOnline ? [] : ["--net"]),
      "--mount",
      "--uts",
      "--ipc",
      "--pid",
      "--fork",
      "--mount-proc",
      "--kill-child",
    ];
    this.#outer = spawn("unshare", [...spaces, "bash", join(folder, "boot.sh")], { stdio: ["pipe", "pipe", "pipe"] });
  }

  static async open({
    addresses = [],
    names = {},
    isOnline = false,
    program,
  }: ComputerOptions = {}): Promise<Computer> {
    if (process.getuid?.() !== 0) throw new Error("a computer of its own needs root, and Linux");
    const folder = await mkdtemp(join(tmpdir(), "reelcast-computer-"));
    // Users of the other computer look for files in it.
    await chmod(folder, 0o755);
    const hosts = [["127.0.0.1", ["localhost"]] as const, ["::1", ["localhost"]] as const, ...Object.entries(names)];
    await writeFile(join(folder, "hosts"), hosts.map(([address, all]) => `${address} ${all.join(" ")}\n`).join(""));
    const overlaid = OVERLAID.map(
      (name) => `mkdir -p ${folder}/disk/${name}/{upper,work}
mount -t overlay overlay -o lowerdir=/${name},upperdir=${folder}/disk/${name}/upper,workdir=${folder}/disk/${name}/work /${name}`,
    );
    const boot = `set -e
mount --make-rprivate /
${isOnline ? "" : "ip link set lo up\n"}${addresses.map((address) => `ip addr add ${address}/32 dev lo\n`).join("")}mkdir ${folder}/disk
mount -t tmpfs tmpfs ${folder}/disk
${overlaid.join("\n")}
${isOnline ? "" : `mount -t tmpfs -o mode=755 tmpfs /run\ncp ${folder}/hosts /etc/hosts\n`}mkdir -p /opt/reelcast
mount --bind ${program === undefined ? `-o ro ${ROOT}` : program} /opt/reelcast
echo ready
exec cat > /dev/null
`;
    await writeFile(join(folder, "boot.sh"), boot);
    const computer = new Computer(folder, isOnline);
    try {
      await computer.#ready();
    } catch (error) {
      await computer[Symbol.asyncDispose]();
      throw error;
    }
    return computer;
  }
  async #ready(): Promise<void> {
    const { stdout, stderr, pid = 0 } = this.#outer;
    let printed = "";
    stderr?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    const first = stdout ? once(stdout, "data") : Promise.reject(new Error("it has no output"));
    await Promise.race([
      first,
      once(this.#outer, "exit").then(() => {
        throw new Error(`the computer did not start: ${printed}`);
      }),
    ]);
    this.#init = Number((await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim());
  }

  /** Words before a command that is to run there. */
  get prefix(): string[] {
    return ["nsenter", `--target=${this.#init}`, "--net", "--mount", "--uts", "--ipc", "--pid"];
  }
  /** A folder that both computers see. */
  get shared(): string {
    return this.#folder;
  }

  start(words: readonly string[], { cwd = "/", environment = {}, user }: CommandOptions = {}): RemoteProcess {
    const [file = "", ...args] = [
      ...this.prefix,
      ...(user === undefined ? [] : ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--init-groups"]),
      "env",
      `--chdir=${cwd}`,
      "-i",
      ...Object.entries({ PATH, HOME: "/root", ...environment }).map(([name, value]) => `${name}=${value}`),
      ...words,
    ];
    return new RemoteProcess(spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] }));
  }
  /** Runs a command to its end. */
  run(words: readonly string[], options?: CommandOptions): Promise<Result> {
    return this.start(words, options).ended;
  }
  /** Runs lines of bash, and expects each of them to succeed. @throws Error with what it printed */
  async shell(script: string, options?: CommandOptions): Promise<string> {
    const { code, output } = await this.run(["bash", "-euc", script], options);
    if (code !== 0) throw new Error(`it ended with ${code}:\n${script}\n${output}`);
    return output;
  }
  /** Path of a program, here, that runs that program there: a browser for example. */
  async launcher(name: string, program: string): Promise<string> {
    const path = join(this.#folder, name);
    await writeFile(path, `#!/bin/sh\nexec ${this.prefix.join(" ")} ${program} "$@"\n`, { mode: 0o755 });
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#outer.exitCode === null && this.#outer.signalCode === null) {
      const exited = once(this.#outer, "exit");
      this.#outer.kill("SIGKILL");
      await exited;
    }
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

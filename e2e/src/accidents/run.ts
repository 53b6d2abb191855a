/** The server or a command as a process of its own, started as a service manager or a shell does: output and exit code. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMPILE_CACHE } from "../commands.ts";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SERVER = join(ROOT, "apps/server/src/main.ts");
const HOUSE_CLI = join(ROOT, "apps/server/src/cli/main.ts");
const WITHIN_MS = 60_000;
const POLL_MS = 20;

export interface Ended {
  /** Null if a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}
export interface Running {
  child: ChildProcess;
  /** All that it has printed, stdout and stderr. */
  output(): string;
  /** Resolves when it has printed the text. @throws Error with its output if it ends before, or takes over a minute */
  printed(text: string | RegExp): Promise<void>;
  ended: Promise<Ended>;
}

export interface RunOptions {
  /** `server`, or the words behind `house`. */
  program: "server" | readonly string[];
  /** Its only variables, with PATH, HOME and a video port of its own where none is given. */
  environment: Record<string, string>;
  /** Words before it on the command line, such as those of `unshare`. */
  prefix?: readonly string[];
  cwd?: string;
  /** In a process group of its own, as a service or a job of a shell is: -pid signals all of it. */
  ownGroup?: boolean;
}

/** Starts it and does not wait. It is the caller's to end. */
export function run({ program, environment, prefix = [], cwd = ROOT, ownGroup = false }: RunOptions): Running {
  const words = program === "server" ? [SERVER] : [HOUSE_CLI, ...program];
  const [file = "", ...args] = [...prefix, process.execPath, "--disable-warning=ExperimentalWarning", ...words];
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(file, args, {
    cwd,
    env: { PATH, HOME, NODE_COMPILE_CACHE: COMPILE_CACHE, CONSOLE_PORT: "off", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: ownGroup,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const output = () => stdout + stderr;
  const ended = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    output,
    async printed(text) {
      const giveUpAt = Date.now() + WITHIN_MS;
      for (;;) {
        if (typeof text === "string" ? output().includes(text) : text.test(output())) return;
        if (isOver() || Date.now() > giveUpAt) throw new Error(`it has not printed ${String(text)}:\n${output()}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    ended,
  };
}

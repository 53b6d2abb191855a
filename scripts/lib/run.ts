/** Runs one program and waits for it: used by every script, so that all of them fail, print and stop in the same way. */
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Keep what it prints instead of showing it. */
  quiet?: boolean;
}
export interface RunResult {
  code: number;
  /** Both streams, in the order of arrival. Empty unless `quiet`. */
  output: string;
  ms: number;
}

/** Programs of node_modules are found by name, with the Node that runs this script. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const began = Date.now();
  const bin = join(ROOT, "node_modules", ".bin");
  const child = spawn(command, args, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env, PATH: [bin, process.env["PATH"] ?? ""].join(delimiter) },
    stdio: options.quiet ? ["ignore", "pipe", "pipe"] : "inherit",
    shell: process.platform === "win32",
  });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number>((resolve) => {
    child.once("error", (error) => {
      output += `${error.message}\n`;
      resolve(127);
    });
    child.once("close", (exit) => resolve(exit ?? 1));
  });
  return { code, output, ms: Date.now() - began };
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

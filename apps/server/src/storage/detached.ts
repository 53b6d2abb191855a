/**
 * Runs a program to its end in a process group of its own: Ctrl+C in a terminal, and a signal to the group of this process, do not
 * interrupt it.
 */
import { spawn } from "node:child_process";
import type { StdioOptions } from "node:child_process";
import { once } from "node:events";

/** Of what the program prints, the end is kept for the message. */
const KEPT_CHARACTERS = 2_000;

/**
 * @param options.env its only variables; without it, those of this process
 * @throws Error with the end of what it has printed
 */
export async function runDetached(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; stdio?: StdioOptions } = {},
): Promise<void> {
  const child = spawn(program, args, { detached: true, stdio: ["ignore", "pipe", "pipe"], ...options });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-KEPT_CHARACTERS)));
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  if (code !== 0) throw new Error(`${program} ended with ${signal ?? code}: ${printed.trim()}`);
}

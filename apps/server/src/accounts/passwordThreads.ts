/**
 * Threads that hash passwords. They have a lower priority than the rest of the house, so that a flood of wrong logins takes
 * only the time of the processor that nobody who plays needs. They start with the first password and end after a minute
 * without one.
 */
import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import type { PasswordTask } from "./passwordWorker.ts";

/** How many passwords are hashed at once: each takes 19 MiB and a core. */
export const HASHED_AT_ONCE = Math.min(3, availableParallelism());
const IDLE_MS = 60_000;
/** By `nice(2)`: next to a busy thread of the server, one of these gets a quarter of a core. */
const NICE = 5;

let threads: Piscina<PasswordTask, string | boolean> | undefined;

/** @throws where the stored hash is none */
export function runPasswordTask(task: PasswordTask): Promise<string | boolean> {
  threads ??= new Piscina({
    filename: new URL("passwordWorker.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: HASHED_AT_ONCE,
    idleTimeout: IDLE_MS,
    // Elsewhere than on Linux the priority is the whole process's.
    niceIncrement: process.platform === "linux" ? NICE : 0,
  });
  return threads.run(task);
}

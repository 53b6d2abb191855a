/**
 * Threads that hash passwords. They have a lower priority than the rest of the server, so that a flood of wrong logins
 * does not slow down play. They start with the first password and end after a minute without one.
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

/** @throws if the stored hash is invalid */
export function runPasswordTask(task: PasswordTask): Promise<string | boolean> {
  threads ??= new Piscina({
    filename: new URL("passwordWorker.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: HASHED_AT_ONCE,
    idleTimeout: IDLE_MS,
    // On other systems the priority would apply to the whole process.
    niceIncrement: process.platform === "linux" ? NICE : 0,
  });
  return threads.run(task);
}

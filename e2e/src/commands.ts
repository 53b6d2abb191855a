/** Processes that run commands of `house`, one at a time each. A new process is started if all are busy. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Order, Outcome } from "./commandProcess.ts";

const PROGRAM = fileURLToPath(new URL("commandProcess.ts", import.meta.url));
/** Loaded first in each of these processes. */
const CHEAP_PASSWORDS = fileURLToPath(new URL("cheapPasswords.ts", import.meta.url));
/** Node's compile cache, shared by all starts of server and command line. */
export const COMPILE_CACHE = fileURLToPath(new URL("../../node_modules/.cache/reelcast/compiled", import.meta.url));
const idle: ChildProcess[] = [];

function start(): ChildProcess {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
  const child = fork(PROGRAM, {
    env,
    execArgv: ["--import", CHEAP_PASSWORDS],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.once("exit", () => {
    const index = idle.indexOf(child);
    if (index !== -1) idle.splice(index, 1);
  });
  return child;
}

/** Runs an order in an idle process, or in a new one. @throws Error if that process ends instead of answering */
export async function carryOut(order: Order): Promise<Outcome> {
  const child = idle.pop() ?? start();
  child.ref();
  child.channel?.ref();
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the process for commands ended with ${code}`));
    child.once("exit", ended);
    child.once("message", (answer) => {
      child.off("exit", ended);
      resolve(answer as Outcome);
    });
    child.send(order);
  });
  // It must not keep this process running.
  child.unref();
  child.channel?.unref();
  idle.push(child);
  return outcome;
}

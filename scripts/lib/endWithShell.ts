/**
 * npm runs a program in a shell. A signal to npm ends that shell, and where the shell is a process of its own, as on Debian, the program
 * gets none and would go on unseen.
 */
import process from "node:process";

const LOOK_MS = 500;

/** Ends this process by SIGTERM, in order, after the shell of npm. A program that npm has not started stays when its parent ends. */
export function endWithShell(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_MS);
  timer.unref();
}

/**
 * Standard output and error may close while a program runs: the reader of a pipe ends, a terminal is closed, the disk of a file is
 * full. What can't be printed is lost, and the program goes on.
 */
import process from "node:process";

/** To be called once, before anything is printed. */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

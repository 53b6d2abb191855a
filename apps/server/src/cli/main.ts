/**
 * `house`: the operator's command line. It works on the same data as the server, which may run meanwhile: what it
 * changes is told to it at once. Exit codes: 0 done, 2 a mistake of the operator's (one sentence, nothing has changed),
 * 1 anything else, also where a check has found something.
 */
import process from "node:process";
import { runCommand } from "./run.ts";

await runCommand(process.argv.slice(2));

/**
 * `house`: the operator's command line. It uses the same database as the server, which may be running and is notified
 * of changes at once. Exit codes: 0 done, 2 invalid input (one sentence, nothing has changed), 1 any other failure,
 * including a check that found a problem.
 */
import process from "node:process";
import { ignoreClosedOutput } from "../output.ts";
import { keepFilesPrivate } from "../ownFiles.ts";
import { runCommand } from "./run.ts";

// `house audit list | head -1`: a command that changes something is carried out to its end.
ignoreClosedOutput();
keepFilesPrivate();
await runCommand(process.argv.slice(2));

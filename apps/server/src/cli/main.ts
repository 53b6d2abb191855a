/**
 * `house`: the operator's command line. It works on the same data as the server, which may run meanwhile: what it
 * changes is told to it at once. Exit codes: 0 done, 2 a mistake of the operator's (one sentence, nothing has changed),
 * 1 anything else, also where a check has found something.
 */
import process from "node:process";
import { AppError } from "@reelcast/contract";
import { CommanderError } from "commander";
import { ConfigError } from "../config.ts";
import { InputError } from "../input.ts";
import { withHouse } from "./house.ts";
import { createProgram } from "./program.ts";

const MISTAKE = 2;

try {
  await createProgram(withHouse).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // It has printed help or what is wrong itself.
    process.exitCode = error.exitCode === 0 ? 0 : MISTAKE;
  } else {
    const isMistake = error instanceof InputError || error instanceof ConfigError || error instanceof AppError;
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = isMistake ? MISTAKE : 1;
  }
}

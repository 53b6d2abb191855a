/** Runs one command and sets its exit code: 0 done, 2 invalid input, 1 any other failure. */
import process from "node:process";
import { CodedError } from "@reelcast/contract";
import { CommanderError } from "commander";
import { ConfigError } from "../config.ts";
import { InputError } from "../input.ts";
import { withContext } from "./commandContext.ts";
import { withoutControlCharactersPerLine } from "./money.ts";
import { createProgram } from "./program.ts";

const MISTAKE = 2;

/** Sets the exit code of the process. @param words as they are typed behind `house` */
export async function runCommand(words: readonly string[]): Promise<void> {
  try {
    await createProgram(withContext).parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already printed the help or the error.
      process.exitCode = error.exitCode === 0 ? 0 : MISTAKE;
    } else {
      const isMistake = error instanceof InputError || error instanceof ConfigError || error instanceof CodedError;
      console.error(withoutControlCharactersPerLine(error instanceof Error ? error.message : String(error)));
      process.exitCode = isMistake ? MISTAKE : 1;
    }
  }
}

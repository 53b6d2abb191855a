/** Runs one command, and says with which exit code it ends: 0 done, 2 a mistake of the operator's, 1 anything else. */
import process from "node:process";
import { AppError } from "@reelcast/contract";
import { CommanderError } from "commander";
import { ConfigError } from "../config.ts";
import { InputError } from "../input.ts";
import { withHouse } from "./house.ts";
import { createProgram } from "./program.ts";

const MISTAKE = 2;

/** Sets the exit code of the process. @param words as they are typed behind `house` */
export async function runCommand(words: readonly string[]): Promise<void> {
  try {
    await createProgram(withHouse).parseAsync(words, { from: "user" });
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
}

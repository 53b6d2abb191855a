/**
 * `house`: the operator's command line. It works on the same data as the server, which may run meanwhile: what it
 * changes is told to it at once. Exit codes: 0 done, 2 a mistake of the operator's (one sentence, nothing has changed),
 * 1 anything else, also where a check has found something.
 */
import process from "node:process";
import { AppError } from "@reelcast/contract";
import { Command, CommanderError } from "commander";
import { ConfigError } from "../config.ts";
import { InputError } from "../input.ts";
import { chatCommands } from "./chat.ts";
import { withHouse } from "./house.ts";
import { jackpotCommands } from "./jackpots.ts";
import { ledgerCommands } from "./ledger.ts";
import { machineCommands } from "./machines.ts";
import { noticeCommands } from "./notices.ts";
import { playerCommands } from "./players.ts";
import { promotionCommands } from "./promotions.ts";
import { settingsCommands } from "./settings.ts";
import { transferCommands } from "./transfers.ts";

const MISTAKE = 2;

/** Commands take over at their making that they throw instead of ending the process. */
const program = new Command("house")
  .description("The operator's command line of a Reelcast house.")
  .showHelpAfterError()
  .exitOverride();

playerCommands(program, withHouse);
machineCommands(program, withHouse);
transferCommands(program, withHouse);
ledgerCommands(program, withHouse);
promotionCommands(program, withHouse);
jackpotCommands(program, withHouse);
chatCommands(program, withHouse);
noticeCommands(program, withHouse);
settingsCommands(program, withHouse);

try {
  await program.parseAsync();
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

/** All commands of `house`. */
import { Command } from "commander";
import { approvalCommands } from "./approvals.ts";
import { auditCommands } from "./audit.ts";
import { chatCommands } from "./chat.ts";
import type { WithHouse } from "./commandContext.ts";
import { jackpotCommands } from "./jackpots.ts";
import { ledgerCommands } from "./ledger.ts";
import { logCommands } from "./logs.ts";
import { machineCommands } from "./machines.ts";
import { noticeCommands } from "./notices.ts";
import { playerCommands } from "./players.ts";
import { promotionCommands } from "./promotions.ts";
import { settingsCommands } from "./settings.ts";
import { transferCommands } from "./transfers.ts";

export function createProgram(withHouse: WithHouse): Command {
  // Commands take over at their making that they throw instead of ending the process.
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
  approvalCommands(program, withHouse);
  auditCommands(program, withHouse);
  logCommands(program, withHouse);
  return program;
}

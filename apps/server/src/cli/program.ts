/** All commands of `house`. */
import { Command } from "commander";
import { approvalCommands } from "./approvals.ts";
import { auditCommands } from "./audit.ts";
import { backupCommands } from "./backup.ts";
import { chatCommands } from "./chat.ts";
import type { WithContext } from "./commandContext.ts";
import { eventCommands } from "./events.ts";
import { demoCommands } from "./demo.ts";
import { jackpotCommands } from "./jackpots.ts";
import { keyCommands } from "./keys.ts";
import { ledgerCommands } from "./ledger.ts";
import { logCommands } from "./logs.ts";
import { machineCommands } from "./machines.ts";
import { nodeCommands } from "./nodes.ts";
import { noticeCommands } from "./notices.ts";
import { playerCommands } from "./players.ts";
import { promotionCommands } from "./promotions.ts";
import { settingsCommands } from "./settings.ts";
import { staffCommands } from "./staff.ts";
import { transferCommands } from "./transfers.ts";

export function createProgram(withContext: WithContext): Command {
  // Subcommands inherit exitOverride when they are created, so it is set before them.
  const program = new Command("house")
    .description("The operator's command line of a Reelcast house.")
    .showHelpAfterError()
    .exitOverride();
  playerCommands(program, withContext);
  machineCommands(program, withContext);
  transferCommands(program, withContext);
  ledgerCommands(program, withContext);
  promotionCommands(program, withContext);
  jackpotCommands(program, withContext);
  chatCommands(program, withContext);
  noticeCommands(program, withContext);
  settingsCommands(program, withContext);
  keyCommands(program, withContext);
  staffCommands(program, withContext);
  approvalCommands(program, withContext);
  auditCommands(program, withContext);
  eventCommands(program, withContext);
  logCommands(program, withContext);
  nodeCommands(program, withContext);
  backupCommands(program, withContext);
  demoCommands(program, withContext);
  return program;
}

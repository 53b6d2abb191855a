/** `house machine rules`: what players read of a machine whose game the house does not know. */
import { createHash } from "node:crypto";
import { MAX_RULES_FILE } from "@reelcast/contract";
import type { Command } from "commander";
import { machineOf } from "../acts/index.ts";
import { InputError } from "../input.ts";
import { enterRules, rulesContentOf } from "../machineRules/index.ts";
import { defineChange } from "./command.ts";
import type { WithContext } from "./commandContext.ts";
import { readInputBytes } from "./inputFile.ts";
import { machineId } from "./machineId.ts";

export function rulesCommand(machine: Command, withContext: WithContext): void {
  defineChange(
    machine
      .command("rules <id> [file]")
      .description("enter the rules of a machine for its players: a PDF, or a text in UTF-8")
      .option("--none", "it has none any more"),
    { name: "machine.rules", why: "optional" },
    withContext,
    async (parts, _, id: string, file: string | undefined, { none = false }: { none?: boolean }) => {
      if ((file === undefined) !== none) throw new InputError("Give a file, or --none.");
      const { id: found } = await machineOf(parts, machineId(id));
      const entered = file === undefined ? null : rulesContentOf(await readInputBytes(file, MAX_RULES_FILE));
      const had = await enterRules(parts.storage.db, found, entered);
      const after = entered && {
        kind: entered.kind,
        bytes: entered.content.length,
        sha256: createHash("sha256").update(entered.content).digest("hex"),
      };
      const message = entered
        ? `Machine ${id} has its rules: a ${entered.kind === "pdf" ? "PDF" : "text"} of ${entered.content.length} bytes.`
        : `Machine ${id} has no rules.`;
      return { target: `machine ${found}`, before: { rules: had }, after: { rules: after }, message };
    },
  );
}

/** `house promotions …`: discount, bonus and weekly bonus. */
import { PROMOTIONS } from "@reelcast/contract";
import type { Command } from "commander";
import { countGrants } from "../promotions/index.ts";
import { defineList } from "./command.ts";
import type { WithContext } from "./commandContext.ts";
import { formatAmount, table } from "./money.ts";

export function promotionCommands(program: Command, withContext: WithContext): void {
  defineList(
    program
      .command("promotions")
      .description("discount, bonus and weekly bonus")
      .command("show")
      .description("what each of them brings, and what has been granted so far"),
    withContext,
    async ({ storage, config }) => {
      const granted = new Map((await countGrants(storage.db)).map((row) => [row.kind, row]));
      console.log(
        table(
          ["promotion", "percent", "at least", "at most", "grants", "granted"],
          PROMOTIONS.map((kind) => {
            const { basisPoints, atLeast, atMost } = config.promotions[kind];
            const { grants, amount } = granted.get(kind) ?? { grants: 0, amount: 0 };
            return [kind, ...[basisPoints, atLeast, atMost].map(formatAmount), grants, formatAmount(amount)];
          }),
        ),
      );
    },
  );
}

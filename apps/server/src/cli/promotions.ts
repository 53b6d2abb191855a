/** `house promotions …`: discount, bonus and weekly bonus. */
import { PROMOTIONS } from "@reelcast/contract";
import type { Command } from "commander";
import type { Config } from "../config.ts";
import { countGrants } from "../promotions/index.ts";
import type { Storage } from "../storage/index.ts";
import { formatAmount, table } from "./money.ts";

interface Parts {
  storage: Storage;
  config: Config;
}

export function promotionCommands(
  program: Command,
  withHouse: (work: (parts: Parts) => Promise<void>) => Promise<void>,
): void {
  program
    .command("promotions")
    .description("discount, bonus and weekly bonus")
    .command("show")
    .description("what each of them brings, and what has been granted so far")
    .action(() =>
      withHouse(async ({ storage, config }) => {
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
      }),
    );
}

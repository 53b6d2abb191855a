/** `house jackpot …`: the progressive jackpots. */
import type { Command } from "commander";
import { ACTS } from "../acts/index.ts";
import type { JackpotDone, PaymentRequested } from "../acts/index.ts";
import { InputError } from "../input.ts";
import { countHits, listJackpots } from "../jackpots/index.ts";
import { defineActCommand, defineList } from "./command.ts";
import type { WithContext } from "./commandContext.ts";
import { describeRequest } from "./credit.ts";
import { formatAmount, parseAmount, parsePercent, table } from "./money.ts";

interface NewRules {
  percent: number;
  seed: number;
  maximum: number;
}

export const describeJackpot = ({ id, added }: JackpotDone): string =>
  added === null ? `Jackpot ${id} is changed.` : `Jackpot ${added} is number ${id}.`;

const describe = (done: ({ state: "done" } & JackpotDone) | PaymentRequested, by: string): string =>
  done.state === "done" ? describeJackpot(done) : describeRequest(done, by);

export function jackpotCommands(program: Command, withContext: WithContext): void {
  const jackpot = program.command("jackpot").description("progressive jackpots");
  listCommand(jackpot, withContext);
  addCommand(jackpot, withContext);
  setCommand(jackpot, withContext);
}

function listCommand(jackpot: Command, withContext: WithContext): void {
  defineList(
    jackpot.command("list").description("amount, share of each bet and payments of each; where it will hit is secret"),
    withContext,
    async ({ storage, machineStore }) => {
      const [rows, hits, brands] = await Promise.all([
        listJackpots(storage.db),
        countHits(storage.db),
        machineStore.brands(),
      ]);
      console.log(
        table(
          ["id", "name", "brands", "pot", "percent", "seed", "maximum", "hits", "paid"],
          rows.map((row) => [
            row.id,
            row.name,
            brands
              .filter((brand) => brand.jackpot.split(",").includes(String(row.id)))
              .map(({ name }) => name)
              .join(", "),
            ...[row.amount, row.share, row.seed, row.maximum].map(formatAmount),
            hits.get(row.id)?.hits ?? 0,
            formatAmount(hits.get(row.id)?.paid ?? 0),
          ]),
        ),
      );
    },
  );
}

function addCommand(jackpot: Command, withContext: WithContext): void {
  defineActCommand(
    jackpot
      .command("add <name> <brands...>")
      .description("add a jackpot: bets on machines of these brands feed it, and their players can win it")
      .requiredOption("--percent <percent>", "of each bet, e.g. 0.5", parsePercent)
      .requiredOption("--seed <amount>", "its first amount, and again after each hit; the house pays it", parseAmount)
      .requiredOption("--maximum <amount>", "it hits at this amount at the latest", parseAmount),
    ACTS.jackpots.add,
    withContext,
    {
      params: (_, name: string, brands: string[], { percent: share, seed, maximum }: NewRules) => ({
        name,
        brands,
        share,
        seed,
        maximum,
      }),
      say: (done, _: string, _brands: string[], { by }: NewRules & { by: string }) => describe(done, by),
    },
  );
}

function setCommand(jackpot: Command, withContext: WithContext): void {
  defineActCommand(
    jackpot
      .command("set <id>")
      .description("change a jackpot: its pot stays, a new seed counts from the next hit on")
      .option("--name <name>")
      .option("--percent <percent>", "of each bet; 0: nothing is added any more", parsePercent)
      .option("--seed <amount>", "", parseAmount)
      .option("--maximum <amount>", "also draws a new amount at which the pot hits", parseAmount),
    ACTS.jackpots.set,
    withContext,
    {
      params(_, text: string, options: Partial<NewRules> & { name?: string }) {
        if (!/^\d{1,9}$/.test(text)) throw new InputError(`"${text}" is not the number of a jackpot.`);
        const { name, percent, seed, maximum } = options;
        return {
          id: Number(text),
          ...(name === undefined ? {} : { name }),
          ...(percent === undefined ? {} : { share: percent }),
          ...(seed === undefined ? {} : { seed }),
          ...(maximum === undefined ? {} : { maximum }),
        };
      },
      say: (done, _: string, { by }: { by: string }) => describe(done, by),
    },
  );
}

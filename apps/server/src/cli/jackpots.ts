/** `house jackpot …`: the progressive jackpots. */
import type { Command } from "commander";
import type { Topic, Topics } from "../bus/bus.ts";
import type { Registry } from "../floor/index.ts";
import { InputError } from "../input.ts";
import { addJackpot, countHits, listJackpots, setJackpot } from "../jackpots/index.ts";
import type { Storage } from "../storage/index.ts";
import type { Wallet } from "../wallet/index.ts";
import { formatAmount, parseAmount, parsePercent, table } from "./money.ts";

interface Parts {
  storage: Storage;
  wallet: Wallet;
  registry: Registry;
  tell: <T extends Topic>(topic: T, message: Topics[T]) => void;
}

export function jackpotCommands(
  program: Command,
  withHouse: (work: (parts: Parts) => Promise<void>) => Promise<void>,
): void {
  const jackpot = program.command("jackpot").description("progressive jackpots");

  /** Told, so that lobbies that are open show it. */
  async function tellOf({ storage, tell }: Parts, id: number): Promise<void> {
    const row = (await listJackpots(storage.db)).find((known) => known.id === id);
    if (row) tell("jackpot", { id, name: row.name, amount: row.amount, version: row.version });
  }
  async function brandOf(registry: Registry, name: string): Promise<number> {
    const brand = (await registry.brands()).find((row) => row.name.toLowerCase() === name.toLowerCase());
    if (!brand) throw new InputError(`There is no brand "${name}".`);
    return brand.id;
  }

  jackpot
    .command("list")
    .description("what each holds, takes of a bet, and has paid; nobody is told where it will hit")
    .action(() =>
      withHouse(async ({ storage, registry }) => {
        const [rows, hits, brands] = await Promise.all([
          listJackpots(storage.db),
          countHits(storage.db),
          registry.brands(),
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
      }),
    );

  jackpot
    .command("add <name> <brands...>")
    .description("add a jackpot that the machines of these brands feed and may win")
    .requiredOption("--percent <percent>", "of each bet, e.g. 0.5", parsePercent)
    .requiredOption("--seed <amount>", "what the house begins it with, and again after each hit", parseAmount)
    .requiredOption("--maximum <amount>", "it hits at this amount at the latest", parseAmount)
    .action((name: string, brands: string[], options: { percent: number; seed: number; maximum: number }) =>
      withHouse(async (parts) => {
        const { storage, wallet, registry } = parts;
        const brandIds = await Promise.all(brands.map((brand) => brandOf(registry, brand)));
        const { percent: share, seed, maximum } = options;
        const id = await storage.db.transaction().execute(async (trx) => {
          const added = await addJackpot(trx, { name, share, seed, maximum });
          await wallet.openJackpot(trx, added, seed);
          for (const brandId of brandIds) await registry.nameJackpot(trx, brandId, added);
          return added;
        });
        await tellOf(parts, id);
        console.log(`Jackpot ${name} is number ${id}.`);
      }),
    );

  jackpot
    .command("set <id>")
    .description("change a jackpot: its pot stays, a new seed counts from the next hit on")
    .option("--name <name>")
    .option("--percent <percent>", "of each bet; 0: it is fed no more", parsePercent)
    .option("--seed <amount>", "", parseAmount)
    .option("--maximum <amount>", "it is drawn anew where the pot hits", parseAmount)
    .action((id: string, options: { name?: string; percent?: number; seed?: number; maximum?: number }) =>
      withHouse(async (parts) => {
        if (!/^\d{1,9}$/.test(id)) throw new InputError(`"${id}" is not the number of a jackpot.`);
        const { percent, ...rest } = options;
        await setJackpot(parts.storage.db, Number(id), {
          ...rest,
          ...(percent === undefined ? {} : { share: percent }),
        });
        await tellOf(parts, Number(id));
        console.log(`Jackpot ${id} is changed.`);
      }),
    );
}

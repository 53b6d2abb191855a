/** `house jackpot …`: the progressive jackpots. */
import type { Command } from "commander";
import type { Registry } from "../floor/index.ts";
import { InputError } from "../input.ts";
import { addJackpot, countHits, listJackpots, setJackpot } from "../jackpots/index.ts";
import { change, list } from "./command.ts";
import type { Acting, Done } from "./command.ts";
import { byHand } from "./manualPayment.ts";
import type { Wanted } from "../approvals/index.ts";
import type { JackpotRules } from "../jackpots/index.ts";
import type { Parts, WithHouse } from "./commandContext.ts";
import { formatAmount, parseAmount, parsePercent, table } from "./money.ts";

export const JACKPOT_ADD = "jackpot.add";
export const JACKPOT_SET = "jackpot.set";
export type NewJackpot = JackpotRules & { brands: string[] };
export type JackpotChange = Partial<JackpotRules> & { id: number };

interface NewRules {
  percent: number;
  seed: number;
  maximum: number;
}

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

/**
 * Nearer to the seed it would be won every few games, and the house would pay the seed each time: money without end, of
 * which a second person sees the seed alone. @throws InputError
 */
function assertFed({ seed, maximum }: Pick<JackpotRules, "seed" | "maximum">): void {
  if (maximum < 2 * seed) throw new InputError("The maximum must be at least twice the seed.");
}

export async function addOne(parts: Parts, { brands, ...rules }: NewJackpot): Promise<Done> {
  assertFed(rules);
  const { storage, wallet, registry } = parts;
  const brandIds = await Promise.all(brands.map((brand) => brandOf(registry, brand)));
  const id = await storage.db.transaction().execute(async (trx) => {
    const added = await addJackpot(trx, rules);
    await wallet.openJackpot(trx, added, rules.seed);
    for (const brandId of brandIds) await registry.nameJackpot(trx, brandId, added);
    return added;
  });
  await tellOf(parts, id);
  return {
    target: `jackpot ${id}`,
    before: null,
    after: { ...rules, brands, amount: rules.seed },
    say: `Jackpot ${rules.name} is number ${id}.`,
  };
}

export async function setOne(parts: Parts, { id, ...changes }: JackpotChange): Promise<Done> {
  const rulesOf = async () => {
    const row = (await listJackpots(parts.storage.db)).find((known) => known.id === id);
    return row && { name: row.name, share: row.share, seed: row.seed, maximum: row.maximum, pot: row.amount };
  };
  const before = await rulesOf();
  await setJackpot(parts.storage.db, id, changes);
  const after = await rulesOf();
  if (after && (changes.seed !== undefined || changes.maximum !== undefined)) assertFed(after);
  await tellOf(parts, id);
  return {
    target: `jackpot ${id}`,
    before,
    after: { ...after, ...(changes.seed === undefined ? {} : { amount: changes.seed }) },
    say: `Jackpot ${id} is changed.`,
  };
}

/** A seed is money of the house that a player wins: of one person, all seeds within 24 hours count together. */
const seeded = (parts: Parts, acting: Acting, wanted: Omit<Wanted, "why" | "key">, carryOut: () => Promise<Done>) =>
  byHand(parts, acting, { ...wanted, key: null, acts: [JACKPOT_ADD, JACKPOT_SET], together: true }, carryOut);

export function jackpotCommands(program: Command, withHouse: WithHouse): void {
  const jackpot = program.command("jackpot").description("progressive jackpots");
  list(
    jackpot
      .command("list")
      .description("what each holds, takes of a bet, and has paid; nobody is told where it will hit"),
    withHouse,
    async ({ storage, registry }) => {
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
    },
  );

  change(
    jackpot
      .command("add <name> <brands...>")
      .description("add a jackpot that the machines of these brands feed and may win")
      .requiredOption("--percent <percent>", "of each bet, e.g. 0.5", parsePercent)
      .requiredOption("--seed <amount>", "what the house begins it with, and again after each hit", parseAmount)
      .requiredOption("--maximum <amount>", "it hits at this amount at the latest", parseAmount),
    { name: JACKPOT_ADD, why: "required" },
    withHouse,
    async (parts, acting, name: string, brands: string[], options: NewRules) => {
      const { percent: share, seed, maximum } = options;
      const params = { name, brands, share, seed, maximum };
      return seeded(parts, acting, { act: JACKPOT_ADD, target: `jackpot ${name}`, amount: seed, params }, () =>
        addOne(parts, params),
      );
    },
  );
  change(
    jackpot
      .command("set <id>")
      .description("change a jackpot: its pot stays, a new seed counts from the next hit on")
      .option("--name <name>")
      .option("--percent <percent>", "of each bet; 0: it is fed no more", parsePercent)
      .option("--seed <amount>", "", parseAmount)
      .option("--maximum <amount>", "it is drawn anew where the pot hits", parseAmount),
    { name: JACKPOT_SET, why: "required" },
    withHouse,
    async (parts, acting, text: string, options: Partial<NewRules> & { name?: string }) => {
      if (!/^\d{1,9}$/.test(text)) throw new InputError(`"${text}" is not the number of a jackpot.`);
      const id = Number(text);
      const { name, percent, seed, maximum } = options;
      const params = {
        id,
        ...(name === undefined ? {} : { name }),
        ...(percent === undefined ? {} : { share: percent }),
        ...(seed === undefined ? {} : { seed }),
        ...(maximum === undefined ? {} : { maximum }),
      };
      if (seed === undefined) return setOne(parts, params);
      return seeded(parts, acting, { act: JACKPOT_SET, target: `jackpot ${id}`, amount: seed, params }, () =>
        setOne(parts, params),
      );
    },
  );
}

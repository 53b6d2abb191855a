/** `house jackpot …`: the progressive jackpots. */
import type { Command } from "commander";
import type { MachineStore } from "../floor/index.ts";
import { InputError } from "../input.ts";
import { addJackpot, countHits, listJackpots, setJackpot } from "../jackpots/index.ts";
import { defineChange, defineList } from "./command.ts";
import type { Actor, CommandResult } from "./command.ts";
import { payOrRequestApproval } from "./manualPayment.ts";
import type { ApprovalDetails } from "../approvals/index.ts";
import type { JackpotRules } from "../jackpots/index.ts";
import type { Parts, WithContext } from "./commandContext.ts";
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

/** Notifies open lobbies of a change. */
async function publishJackpot({ storage, publish }: Parts, id: number): Promise<void> {
  const row = (await listJackpots(storage.db)).find((known) => known.id === id);
  if (row) publish("jackpot", { id, name: row.name, amount: row.amount, version: row.version });
}
async function brandOf(machineStore: MachineStore, name: string): Promise<number> {
  const brand = (await machineStore.brands()).find((row) => row.name.toLowerCase() === name.toLowerCase());
  if (!brand) throw new InputError(`There is no brand "${name}".`);
  return brand.id;
}

/**
 * With a maximum closer to the seed the jackpot would be won every few games, and the house would pay the seed each
 * time, although a second person approves the seed only once. @throws InputError
 */
function assertFed({ seed, maximum }: Pick<JackpotRules, "seed" | "maximum">): void {
  if (maximum < 2 * seed) throw new InputError("The maximum must be at least twice the seed.");
}

export async function addOne(parts: Parts, { brands, ...rules }: NewJackpot): Promise<CommandResult> {
  assertFed(rules);
  const { storage, wallet, machineStore } = parts;
  const brandIds = await Promise.all(brands.map((brand) => brandOf(machineStore, brand)));
  const id = await storage.db.transaction().execute(async (trx) => {
    const added = await addJackpot(trx, rules);
    await wallet.openJackpot(trx, added, rules.seed);
    for (const brandId of brandIds) await machineStore.nameJackpot(trx, brandId, added);
    return added;
  });
  for (const brandId of brandIds) parts.publish("brand.changed", { id: brandId });
  await publishJackpot(parts, id);
  return {
    target: `jackpot ${id}`,
    before: null,
    after: { ...rules, brands, amount: rules.seed },
    message: `Jackpot ${rules.name} is number ${id}.`,
  };
}

export async function setOne(parts: Parts, { id, ...changes }: JackpotChange): Promise<CommandResult> {
  const rulesOf = async () => {
    const row = (await listJackpots(parts.storage.db)).find((known) => known.id === id);
    return row && { name: row.name, share: row.share, seed: row.seed, maximum: row.maximum, pot: row.amount };
  };
  const before = await rulesOf();
  await setJackpot(parts.storage.db, id, changes);
  const after = await rulesOf();
  if (after && (changes.seed !== undefined || changes.maximum !== undefined)) assertFed(after);
  await publishJackpot(parts, id);
  return {
    target: `jackpot ${id}`,
    before,
    after: { ...after, ...(changes.seed === undefined ? {} : { amount: changes.seed }) },
    message: `Jackpot ${id} is changed.`,
  };
}

/** A seed is the house's money that a player wins, so all seeds that one person sets within 24 hours count together. */
const seeded = (
  parts: Parts,
  actor: Actor,
  wanted: Omit<ApprovalDetails, "why" | "key">,
  carryOut: () => Promise<CommandResult>,
) =>
  payOrRequestApproval(
    parts,
    actor,
    { ...wanted, key: null, acts: [JACKPOT_ADD, JACKPOT_SET], together: true },
    carryOut,
  );

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
  defineChange(
    jackpot
      .command("add <name> <brands...>")
      .description("add a jackpot: bets on machines of these brands feed it, and their players can win it")
      .requiredOption("--percent <percent>", "of each bet, e.g. 0.5", parsePercent)
      .requiredOption("--seed <amount>", "its first amount, and again after each hit; the house pays it", parseAmount)
      .requiredOption("--maximum <amount>", "it hits at this amount at the latest", parseAmount),
    { name: JACKPOT_ADD, why: "required" },
    withContext,
    async (parts, actor, name: string, brands: string[], options: NewRules) => {
      const { percent: share, seed, maximum } = options;
      const params = { name, brands, share, seed, maximum };
      return seeded(parts, actor, { act: JACKPOT_ADD, target: `jackpot ${name}`, amount: seed, params }, () =>
        addOne(parts, params),
      );
    },
  );
}

function setCommand(jackpot: Command, withContext: WithContext): void {
  defineChange(
    jackpot
      .command("set <id>")
      .description("change a jackpot: its pot stays, a new seed counts from the next hit on")
      .option("--name <name>")
      .option("--percent <percent>", "of each bet; 0: nothing is added any more", parsePercent)
      .option("--seed <amount>", "", parseAmount)
      .option("--maximum <amount>", "also draws a new amount at which the pot hits", parseAmount),
    { name: JACKPOT_SET, why: "required" },
    withContext,
    async (parts, actor, text: string, options: Partial<NewRules> & { name?: string }) => {
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
      return seeded(parts, actor, { act: JACKPOT_SET, target: `jackpot ${id}`, amount: seed, params }, () =>
        setOne(parts, params),
      );
    },
  );
}

/** Progressive jackpots: added and changed. A seed is the house's money, so a large one needs a second person. */
import { MAX_TRANSFER } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import { nameFold } from "@reelcast/contract/fold";
import * as z from "zod/mini";
import type { Domain } from "../domain.ts";
import type { MachineStore } from "../floor/index.ts";
import { addJackpot, listJackpots, setJackpot } from "../jackpots/index.ts";
import type { JackpotRules } from "../jackpots/index.ts";
import { defineAct } from "./act.ts";
import type { Actor } from "./context.ts";
import { Amount } from "./params.ts";
import { payOrRequestApproval } from "./payments.ts";
import type { PaymentDone } from "./payments.ts";
import type { ActDone } from "./run.ts";

export const JACKPOT_ADD = "jackpot.add";
export const JACKPOT_SET = "jackpot.set";

const Name = z.string();
/** Hundredths of a percent of each bet. */
const Share = z.int().check(z.minimum(0), z.maximum(10_000));
const Seed = z.int().check(z.minimum(0), z.maximum(MAX_TRANSFER));
const NewJackpot = z.object({ name: Name, brands: z.array(z.string()), share: Share, seed: Seed, maximum: Amount });
const JackpotChange = z.object({
  id: z.int(),
  name: z.exactOptional(Name),
  share: z.exactOptional(Share),
  seed: z.exactOptional(Seed),
  maximum: z.exactOptional(Amount),
});
export type NewJackpot = z.infer<typeof NewJackpot>;
export type JackpotChange = z.infer<typeof JackpotChange>;
export interface JackpotDone {
  id: number;
  /** Null if it was there before. */
  added: string | null;
}

/** Notifies open lobbies of a change. */
async function publishJackpot({ storage, publish }: Domain, id: number): Promise<void> {
  const row = (await listJackpots(storage.db)).find((known) => known.id === id);
  if (row) publish("jackpot", { id, name: row.name, amount: row.amount, version: row.version });
}
/** The number of a brand. @throws ConsoleError BrandUnknown */
export async function brandOf(machineStore: MachineStore, name: string): Promise<number> {
  const brands = await machineStore.brands();
  const named = brands.filter((row) => nameFold(row.name) === nameFold(name));
  // Of brands whose names are spellings of one name, only the exact one is meant.
  const brand = named.length > 1 ? named.find((row) => row.name === name.normalize("NFC")) : named[0];
  if (!brand) throw new ConsoleError(ConsoleErrorCode.BrandUnknown, { brand: name });
  return brand.id;
}

/**
 * With a maximum closer to the seed the jackpot would be won every few games, and the house would pay the seed each
 * time, although a second person approves the seed only once. @throws ConsoleError
 */
function assertFed({ seed, maximum }: Pick<JackpotRules, "seed" | "maximum">): void {
  if (maximum < 2 * seed) throw new ConsoleError(ConsoleErrorCode.JackpotMaximumNearSeed);
}

export async function addOne(
  parts: Domain,
  { brands, ...rules }: NewJackpot,
): Promise<ActDone<PaymentDone<JackpotDone>>> {
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
    result: { state: "done", id, added: rules.name },
  };
}

export async function setOne(
  parts: Domain,
  { id, ...changes }: JackpotChange,
): Promise<ActDone<PaymentDone<JackpotDone>>> {
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
    result: { state: "done", id, added: null },
  };
}

/** A seed is the house's money that a player wins, so all seeds that one person sets within 24 hours count together. */
function seeded(
  parts: Domain,
  actor: Actor,
  wanted: { act: string; target: string; amount: number; params: Record<string, unknown> },
  carryOut: () => Promise<ActDone<PaymentDone<JackpotDone>>>,
) {
  const request = { ...wanted, key: null, acts: [JACKPOT_ADD, JACKPOT_SET], together: true };
  return payOrRequestApproval(parts, actor, request, carryOut);
}

/** Bets on machines of its brands feed it, and their players can win it. */
export const jackpotAdd = defineAct({
  name: JACKPOT_ADD,
  permission: "settings.change",
  why: "required",
  params: NewJackpot,
  target: ({ name }) => `jackpot ${name}`,
  change: (parts, actor, params) =>
    seeded(parts, actor, { act: JACKPOT_ADD, target: `jackpot ${params.name}`, amount: params.seed, params }, () =>
      addOne(parts, params),
    ),
});

/** Its pot stays; a new seed counts from the next hit on, and needs a second person if it is large. */
export const jackpotSet = defineAct({
  name: JACKPOT_SET,
  permission: "settings.change",
  why: "required",
  params: JackpotChange,
  target: ({ id }) => `jackpot ${id}`,
  change: (parts, actor, params) =>
    params.seed === undefined
      ? setOne(parts, params)
      : seeded(parts, actor, { act: JACKPOT_SET, target: `jackpot ${params.id}`, amount: params.seed, params }, () =>
          setOne(parts, params),
        ),
});

/** Seeds the demo mode: four players with play money, three brands with their jackpots, twelve machines, notices. */
import { SEED_BRANDS, SEED_MACHINES } from "@reelcast/machine";
import type { Logger } from "pino";
import { MAX_EVENTS } from "@reelcast/contract/console";
import type { Accounts } from "./accounts/index.ts";
import { SYSTEM } from "./audit/index.ts";
import { DEMO_NOTES, demoEvents } from "./demoNotices.ts";
import { addPlayer } from "./domain.ts";
import { listEvents, markSeen } from "./events/index.ts";
import type { MachineStore } from "./floor/index.ts";
import { addJackpot, listJackpots } from "./jackpots/index.ts";
import { addNotice, hasNotices, momentOf } from "./notices/index.ts";
import type { Db } from "./storage/index.ts";
import type { Wallet } from "./wallet/index.ts";

export const DEMO_PLAYERS = ["demo1", "demo2", "demo3", "demo4"] as const;
export const DEMO_PASSWORD = "play1234";
const DEMO_FUNDS = 1_000_000;

interface DemoParts {
  db: Db;
  accounts: Accounts;
  wallet: Wallet;
  machineStore: MachineStore;
  /** The house's time zone, for the days of the notices. */
  timeZone: string;
}

/**
 * Outside of demo mode: bans demo players whose password is still the published one. Their money stays in their
 * accounts. The operator can unban them after a change of the password.
 */
export async function closeDemo({ accounts, log }: { accounts: Accounts; log: Pick<Logger, "warn"> }): Promise<void> {
  const banned = await accounts.banPlayersWithDemoPassword(DEMO_PLAYERS, DEMO_PASSWORD);
  if (banned.length === 0) return;
  const players = banned.map(({ username }) => username);
  log.warn({ players }, "demo players are banned: DEMO=0, and their password is the published one");
}

/** Two jackpots per brand: a small one that hits often and a large one. Amounts in minor units. */
const DEMO_JACKPOTS = [
  { brand: "Lodestar", name: "Lodestar Nugget", share: 100, seed: 25_000, maximum: 100_000, opening: 41_265 },
  { brand: "Lodestar", name: "Lodestar Motherlode", share: 50, seed: 500_000, maximum: 2_500_000, opening: 1_284_730 },
  { brand: "Nordlys", name: "Nordlys Spark", share: 100, seed: 20_000, maximum: 80_000, opening: 33_910 },
  { brand: "Nordlys", name: "Nordlys Aurora", share: 50, seed: 400_000, maximum: 2_000_000, opening: 967_455 },
  { brand: "Meridian", name: "Meridian Noon", share: 100, seed: 30_000, maximum: 120_000, opening: 58_140 },
  { brand: "Meridian", name: "Meridian Grand", share: 50, seed: 1_000_000, maximum: 5_000_000, opening: 2_417_890 },
] as const;

/**
 * Seeds missing data. Every step is idempotent: an interrupted start is completed by the next one, and funds are posted
 * once.
 */
export async function seedDemo(parts: DemoParts): Promise<void> {
  const { accounts, wallet, machineStore } = parts;
  for (const [index, username] of DEMO_PLAYERS.entries()) {
    const known = await accounts.findPlayer(username);
    const id = known?.id ?? (await addDemoPlayer(parts, username, index + 1));
    await wallet.adjust({ playerId: id, amount: DEMO_FUNDS, key: `demo-funds-${username}`, tag: "demo" });
  }
  // Players whom closeDemo has banned.
  await accounts.unbanPlayersWithDemoPassword();
  const isNew = (await machineStore.machineCount()) === 0;
  if (isNew) await seedMachines(parts);
  await seedJackpots(parts);
  await seedNotices(parts);
  if (isNew) await closeOwnEvents(parts);
}

/** Nobody has to look at the machines and the funds that the seeding itself has added. */
async function closeOwnEvents({ db }: DemoParts): Promise<void> {
  const { events } = await listEvents(db, { unseen: true, limit: MAX_EVENTS });
  await markSeen(
    db,
    events.map(({ id }) => id),
    SYSTEM.by,
  );
}

async function addDemoPlayer(parts: DemoParts, username: string, number: number): Promise<number> {
  const player = await parts.accounts.prepareNewPlayer({
    username,
    password: DEMO_PASSWORD,
    name: "Demo",
    lastname: `Player ${number}`,
    email: `${username}@example.com`,
  });
  return parts.db.transaction().execute((trx) => addPlayer(trx, parts, player));
}

async function seedMachines({ db, wallet, machineStore }: DemoParts): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const brandIds = new Map<string, number>();
    for (const brand of SEED_BRANDS) brandIds.set(brand.key, await machineStore.addBrand(trx, brand));
    for (const machine of SEED_MACHINES) {
      const brandId = brandIds.get(machine.brand);
      if (brandId === undefined) throw new Error(`no brand ${machine.brand} for ${machine.name}`);
      const id = await machineStore.addMachine(trx, { ...machine, brandId });
      await wallet.openMachine(trx, id);
    }
  });
}

async function seedJackpots({ db, wallet, machineStore }: DemoParts): Promise<void> {
  if ((await listJackpots(db)).length > 0) return;
  const brands = await machineStore.brands();
  await db.transaction().execute(async (trx) => {
    for (const { brand, opening, ...rules } of DEMO_JACKPOTS) {
      const owner = brands.find(({ name }) => name === brand);
      if (!owner) continue;
      const id = await addJackpot(trx, rules);
      await wallet.openJackpot(trx, id, opening);
      await machineStore.nameJackpot(trx, owner.id, id);
    }
  });
}

async function seedNotices({ db, timeZone }: DemoParts): Promise<void> {
  if (await hasNotices(db)) return;
  const events = demoEvents(new Date().toLocaleDateString("sv-SE", { timeZone }));
  await db.transaction().execute(async (trx) => {
    for (const { at, ...event } of events)
      await addNotice(trx, { kind: "event", ...event, at: await momentOf(trx, at, timeZone) });
    for (const note of DEMO_NOTES) await addNotice(trx, { kind: "note", ...note, at: null });
  });
}

/** What a first start brings in demo mode: four players with play money, three brands, twelve machines. */
import { SEED_BRANDS, SEED_MACHINES } from "@reelcast/machine";
import type { Accounts } from "./accounts/index.ts";
import type { Registry } from "./floor/index.ts";
import type { Db } from "./storage/index.ts";
import type { Wallet } from "./wallet/index.ts";

export const DEMO_PLAYERS = ["demo1", "demo2", "demo3", "demo4"] as const;
export const DEMO_PASSWORD = "play1234";
const DEMO_FUNDS = 1_000_000;

/**
 * Seeds what is not there yet. Every step can be repeated: a start that was cut off goes on with the next one, and
 * nobody gets the funds twice.
 */
export async function seedDemo(parts: {
  db: Db;
  accounts: Accounts;
  wallet: Wallet;
  registry: Registry;
}): Promise<void> {
  const { db, accounts, wallet, registry } = parts;
  for (const [index, username] of DEMO_PLAYERS.entries()) {
    const known = await accounts.findPlayer(username);
    const id =
      known?.id ??
      (await db.transaction().execute(async (trx) => {
        const playerId = await accounts.addPlayer(trx, {
          username,
          password: DEMO_PASSWORD,
          name: "Demo",
          lastname: `Player ${index + 1}`,
          email: `${username}@example.com`,
        });
        await wallet.openPlayer(trx, playerId);
        return playerId;
      }));
    await wallet.adjust({ playerId: id, amount: DEMO_FUNDS, key: `demo-funds-${username}`, tag: "demo" });
  }
  if ((await registry.machineCount()) > 0) return;
  await db.transaction().execute(async (trx) => {
    const brandIds = new Map<string, number>();
    for (const brand of SEED_BRANDS) brandIds.set(brand.key, await registry.addBrand(trx, brand));
    for (const machine of SEED_MACHINES) {
      const brandId = brandIds.get(machine.brand);
      if (brandId === undefined) throw new Error(`no brand ${machine.brand} for ${machine.name}`);
      const id = await registry.addMachine(trx, { ...machine, brandId });
      await wallet.openMachine(trx, id);
    }
  });
}

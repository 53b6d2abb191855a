/** Every migration, in order. A migration that has left this repository is never changed: write another. */
import type { Migration } from "kysely/migration";
import * as accounts from "./010_accounts.ts";
import * as wallet from "./020_wallet.ts";
import * as floor from "./030_floor.ts";

export const migrations: Record<string, Migration> = {
  "010_accounts": accounts,
  "020_wallet": wallet,
  "030_floor": floor,
};

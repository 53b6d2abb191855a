/** Players for tests, with a known password. */
import type { Db, Trx } from "../../storage/index.ts";
import type { Accounts, NewPlayer } from "../index.ts";

export const PASSWORD = "a long enough secret";

/**
 * Adds a player as the command line does, and resolves with the id.
 * @param welcome creates what else the player needs, such as an account in the ledger, in the same transaction
 */
export async function addTestAccount(
  { db, accounts, welcome }: { db: Db; accounts: Accounts; welcome?: (trx: Trx, playerId: number) => Promise<void> },
  { username, ...player }: Partial<NewPlayer> & { username: string },
): Promise<number> {
  const defaults = { password: PASSWORD, name: "", lastname: "", email: `${username}@example.com` };
  const prepared = await accounts.prepareNewPlayer({ ...defaults, ...player, username });
  return db.transaction().execute(async (trx) => {
    const id = await accounts.addPlayer(trx, prepared);
    await welcome?.(trx, id);
    return id;
  });
}

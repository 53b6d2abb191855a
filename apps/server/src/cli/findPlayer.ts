/** Finds a player by username, e-mail or number. */
import type { Accounts } from "../accounts/index.ts";
import { InputError } from "../input.ts";

/** @param name username, e-mail or number. @throws Error with one sentence where there is none */
export async function findPlayer(
  accounts: Accounts,
  name: string,
): Promise<{ id: number; username: string; bannedAt: Date | null }> {
  const player = await accounts.findPlayer(name);
  if (!player) throw new InputError(`There is no player "${name}".`);
  return player;
}

/** Finds a player by username, e-mail or number. */
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { Accounts } from "../accounts/index.ts";

/**
 * @param name as it was typed: username or e-mail, otherwise the number; a number: that player and no other
 * @throws ConsoleError PlayerUnknown
 */
export async function findPlayer(
  accounts: Accounts,
  name: string | number,
): Promise<{ id: number; username: string; bannedAt: Date | null }> {
  const isNumber = typeof name === "string" && /^\d{1,9}$/.test(name);
  const player = (await accounts.findPlayer(name)) ?? (isNumber ? await accounts.findPlayer(Number(name)) : null);
  if (!player) throw new ConsoleError(ConsoleErrorCode.PlayerUnknown, { player: name });
  return player;
}

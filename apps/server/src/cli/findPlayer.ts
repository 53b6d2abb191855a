/** Finds a player by username, e-mail or number. */
import { asciiDigits } from "@reelcast/contract/fold";
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
  const typed = asciiDigits(String(name));
  const isNumber = typeof name === "string" && /^\d{1,9}$/.test(typed);
  const player = (await accounts.findPlayer(name)) ?? (isNumber ? await accounts.findPlayer(Number(typed)) : null);
  if (!player) throw new ConsoleError(ConsoleErrorCode.PlayerUnknown, { player: name });
  return player;
}

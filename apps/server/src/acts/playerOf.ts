/** The player of an act. */
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { Domain } from "../domain.ts";

/** @throws ConsoleError PlayerUnknown */
export async function playerOf(
  { accounts }: Pick<Domain, "accounts">,
  playerId: number,
): Promise<{ id: number; username: string; bannedAt: Date | null }> {
  const found = await accounts.findPlayer(playerId);
  if (!found) throw new ConsoleError(ConsoleErrorCode.PlayerUnknown, { player: playerId });
  return found;
}

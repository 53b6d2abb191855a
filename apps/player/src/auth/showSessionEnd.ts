/**
 * A session that has ended without the player's doing in this window: what was paid, and where. What it came to stays on a card;
 * what the house has not paid out by itself is a toast as well.
 */
import type { SessionEnd } from "@reelcast/contract";
import { retryUntilLoaded, toast } from "@reelcast/ui";
import { loadTexts, t } from "../i18n/index.ts";
import { endToast, limitToast } from "./openSession.ts";
import { keepSeatEnd } from "./seatEnds.ts";

/** @param money formats minor units */
export async function showSessionEnd(
  playerId: number,
  end: SessionEnd,
  money: (minor: number) => string,
): Promise<void> {
  const { session, name, reason, amount } = end;
  const id = endToast(session);
  if (reason !== "checking") keepSeatEnd(playerId, end);
  // The card says it.
  if (amount > 0 && reason !== "checking" && reason !== "leave") return;
  await retryUntilLoaded(() => loadTexts("reconnect"));
  // The game, which knows the reason, has said it.
  if (toast.isOpen(id) || (reason === "limit" && toast.isOpen(limitToast(session)))) return;
  const options = { id, title: t("reconnect.over"), lasts: "banner" } as const;
  if (reason === "checking") toast.info(t("reconnect.overChecking", { name, amount: money(amount) }), options);
  else if (amount > 0) toast.success(t("reconnect.overPaid", { name, amount: money(amount) }), options);
  else toast.info(t("reconnect.overEmpty", { name }), options);
}

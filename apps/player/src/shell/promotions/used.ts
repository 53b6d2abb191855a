/** When each player last used a promotion in this browser. The server decides; what is kept here saves it a useless call. */
import type { PromotionKind } from "@reelcast/contract";
import { STORAGE } from "../../api/index.ts";
import { browserStore } from "../../api/token.ts";

const KEYS = { discount: STORAGE.discountUsed, bonus: STORAGE.bonusUsed, weekly: null } as const;
/** Players of one browser. Of more, those who used it the longest ago are forgotten. */
const MOST = 20;

/** Player id → milliseconds since the epoch, the latest first. Anything else that is stored counts as nothing. */
function timesOf(key: string): [player: string, at: number][] {
  let stored: unknown;
  try {
    stored = JSON.parse(browserStore.get(key) ?? "null");
  } catch {
    stored = null;
  }
  const times = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return times
    .filter((time): time is [string, number] => typeof time[1] === "number")
    .toSorted(([, a], [, b]) => b - a);
}

/** Milliseconds since the epoch; null: never, as far as this browser knows. */
export function usedAt(kind: PromotionKind, playerId: number): number | null {
  const key = KEYS[kind];
  return key === null ? null : (timesOf(key).find(([player]) => player === String(playerId))?.[1] ?? null);
}

export function noteUse(kind: PromotionKind, playerId: number, at: number): void {
  const key = KEYS[kind];
  if (key === null) return;
  const others = timesOf(key).filter(([player]) => player !== String(playerId));
  browserStore.set(key, JSON.stringify(Object.fromEntries([[playerId, at], ...others.slice(0, MOST - 1)])));
}

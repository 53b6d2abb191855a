/**
 * What a player may do without a live picture: one rule for presses, deposits and autoplay. A player who does not see the machine is
 * asked before money goes in or is played, once for each interruption of the picture. Money can go out at any time.
 */
import type { Control } from "@reelcast/contract";
import type { Picture } from "@reelcast/whep";

/** What a player is asked about. */
export const ASKED_ACTS = ["deposit", "press", "autoplay"] as const;
export type AskedAct = (typeof ASKED_ACTS)[number];
export type Act = AskedAct | "takeWin" | "hold" | "moneyOut";

/** Null: the house shows none at this machine, and says so. */
export type PictureHere = Picture | null;

const ACTS: { [K in Control["kind"]]?: Act } = {
  takeWin: "takeWin",
  hold: "hold",
  collect: "moneyOut",
  // Calls somebody of the house.
  service: "moneyOut",
};
/** The rest changes the stake, begins a game, stops its reels or risks a win. */
export const actOf = (kind: Control["kind"] | undefined): Act => (kind && ACTS[kind]) ?? "press";

export interface Sight {
  picture: PictureHere;
  /** The player has said to go on without it, for this interruption. */
  accepted: boolean;
}
export const isSeen = (picture: PictureHere): boolean => picture === null || picture.kind === "live";

/**
 * Taking a win and holding reels are never asked about: the first only makes a win safe, the second stakes nothing, and the
 * game that follows is a press of its own.
 */
export function mayDo(act: Act, { picture, accepted }: Sight): boolean {
  const isAsked = (ASKED_ACTS as readonly Act[]).includes(act);
  return !isAsked || accepted || isSeen(picture);
}

/** A picture that stands still for less than this may come back by itself: autoplay waits for it. */
const AUTOPLAY_WAITS_S = 3;
/** What autoplay does about the picture: it never presses without one, and ends where one does not come back soon. */
export function autoplayWith(sight: Sight): "go" | "wait" | "stop" {
  if (mayDo("autoplay", sight)) return "go";
  const { picture } = sight;
  const isShort = picture?.kind === "unseen" || (picture?.kind === "stalled" && picture.seconds < AUTOPLAY_WAITS_S);
  return isShort ? "wait" : "stop";
}

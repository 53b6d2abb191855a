/**
 * What the game screen makes of a win: how WIN rises, what is celebrated, and how far the free spins are. A pure function
 * of the meters before and after a change. It follows the machine: nothing happens before its reels stand.
 */
import { winCountMs } from "@reelcast/contract";
import type { MetersState, PlayRules } from "@reelcast/contract";

type Meters = Pick<MetersState, "phase" | "win" | "bet" | "freeSpins">;

/** Least multiples of the bet, for the tiers 1 to 3. */
const TIERS = [10, 25, 50] as const;
export type Tier = 0 | 1 | 2 | 3;

/** WIN counts up as the machine's does: minor units, and 0 ms where it jumps. */
export interface Rise {
  id: number;
  from: number;
  to: number;
  ms: number;
}
/** `id` rises, so that each is shown once. */
export type Celebration =
  /** `amount` in minor units: of this game, or of this free spin. */
  | { id: number; kind: "win"; tier: Exclude<Tier, 0>; times: number; amount: number }
  | { id: number; kind: "freeSpinsStart"; spins: number }
  /** `amount` in minor units. `spins` null: they began before the seat was resumed. Tier 0 is stated and not celebrated. */
  | { id: number; kind: "freeSpinsEnd"; amount: number; tier: Tier; times: number; spins: number | null };

export interface WinPresentation {
  /** Of the game that runs, or of the last one: minor units, null: unknown. Free spins have the one of their game. */
  stake: number | null;
  /** Null: none run, or they began before the seat was resumed. */
  freeSpins: { played: number; total: number } | null;
  rise: Rise | null;
  celebration: Celebration | null;
  /** Of the last rise or celebration. */
  lastId: number;
}

export const EMPTY_WIN_PRESENTATION: WinPresentation = {
  stake: null,
  freeSpins: null,
  rise: null,
  celebration: null,
  lastId: 0,
};

/** The win as the machine shows it: none while the reels of a paid game turn. */
export const displayedWin = ({ phase, win }: Pick<Meters, "phase" | "win">): number => (phase === "spinning" ? 0 : win);

/** WIN so long after the start of its rise. Before it: as it was. */
export function winAt({ from, to, ms }: Rise, elapsedMs: number): number {
  if (elapsedMs < 0) return from;
  return elapsedMs >= ms ? to : Math.round(from + ((to - from) * elapsedMs) / ms);
}

type Rules = Pick<PlayRules, "celebrateLosses">;
/** Whether a win counts up, in gold. What is not above the stake is a loss: it is stated and not celebrated (RTS 14F). */
export const isCounted = (win: number, stake: number | null, { celebrateLosses }: Rules): boolean =>
  win > 0 && (celebrateLosses || (stake !== null && win > stake));

function timesOf(win: number, stake: number | null): number {
  return stake === null || stake <= 0 ? 0 : Math.floor(win / stake);
}
const tierOf = (times: number): Tier => TIERS.filter((least) => times >= least).length as Tier;

function nextFreeSpins(
  known: WinPresentation["freeSpins"],
  before: Meters,
  after: Meters,
): WinPresentation["freeSpins"] {
  const left = after.freeSpins;
  if (left === 0) return null;
  if (before.freeSpins === 0) return { played: 0, total: left };
  if (!known) return null;
  // More than before: one was played, and it won others.
  const total = left > before.freeSpins ? known.total + left - before.freeSpins + 1 : known.total;
  return { played: total - left, total };
}

/** What the result of a game or of a free spin has won; null: this change is none. */
function resultOf(before: Meters, after: Meters): number | null {
  const rests = after.phase === "idle" || after.phase === "winToTake" || after.phase === "handPay";
  if (before.phase === "spinning" && rests) return after.win;
  if (before.phase !== "bonus") return null;
  if (after.phase === "handPay") return after.win;
  return after.phase === "bonus" ? after.win - before.win : null;
}

const freeSpinsEnd = (id: number, amount: number, times: number, spins: number | null): Celebration => ({
  id,
  kind: "freeSpinsEnd",
  amount,
  tier: tierOf(times),
  times,
  spins,
});

/** Undefined: it goes on as it is. */
function celebrationOf(
  { stake, freeSpins }: Pick<WinPresentation, "stake" | "freeSpins">,
  before: Meters,
  after: Meters,
  id: number,
): Celebration | null | undefined {
  if (before.freeSpins === 0 && after.freeSpins > 0) return { id, kind: "freeSpinsStart", spins: after.freeSpins };
  if (before.freeSpins > 0 && after.freeSpins === 0)
    return freeSpinsEnd(id, after.win, timesOf(after.win, stake), freeSpins?.total ?? null);
  if (after.phase === "spinning" && before.phase !== "spinning") return null;
  const amount = resultOf(before, after) ?? 0;
  const times = timesOf(amount, stake);
  const tier = tierOf(times);
  return tier === 0 ? undefined : { id, kind: "win", tier, times, amount };
}

/** Undefined: it goes on as it is. */
function riseOf(before: Meters, after: Meters, counts: (win: number) => boolean, id: number): Rise | null | undefined {
  const to = displayedWin(after);
  const called = after.phase === "handPay" && before.phase !== "handPay";
  const from = called ? 0 : displayedWin(before);
  if (to < from) return null;
  // Taking the win ends the machine's count; a doubled one is shown with its card.
  if (before.phase === "gamble" || (before.phase === "winToTake" && after.phase !== "winToTake")) return null;
  return to === from ? undefined : { id, from, to, ms: counts(to) ? winCountMs(from, to) : 0 };
}

export function nextWinPresentation(
  winPresentation: WinPresentation,
  before: Meters,
  after: Meters,
  rules: Rules,
): WinPresentation {
  const stake = after.phase === "spinning" && after.bet > 0 ? after.bet : winPresentation.stake;
  const id = winPresentation.lastId + 1;
  const rise = riseOf(before, after, (win) => isCounted(win, stake, rules), id);
  const celebration = celebrationOf({ stake, freeSpins: winPresentation.freeSpins }, before, after, id);
  return {
    stake,
    freeSpins: nextFreeSpins(winPresentation.freeSpins, before, after),
    rise: rise === undefined ? winPresentation.rise : rise,
    celebration: celebration === undefined ? winPresentation.celebration : celebration,
    lastId: rise || celebration ? id : winPresentation.lastId,
  };
}

/** After a connection: what happened meanwhile is shown as it stands, and not celebrated. */
export function resumedWinPresentation(
  { stake, freeSpins, lastId }: WinPresentation,
  { phase, bet, freeSpins: left }: Meters,
): WinPresentation {
  const goesOn = freeSpins !== null && left > 0 && left <= freeSpins.total - freeSpins.played;
  return {
    ...EMPTY_WIN_PRESENTATION,
    lastId,
    stake: phase !== "idle" && bet > 0 ? bet : stake,
    freeSpins: goesOn ? { ...freeSpins, played: freeSpins.total - left } : null,
  };
}

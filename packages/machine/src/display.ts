/**
 * What the glass of a simulated machine shows, as plain JSON: written by the simulated machine, read by the screen that
 * draws it, in another process. It holds times instead of animation frames: the screen computes every frame from one
 * display state and the clock, without further messages.
 *
 * Times are milliseconds since the epoch by the clock of the host that draws it; amounts are minor units.
 */
import type { Band } from "@reelcast/contract";
import type { GamePhase, Minor } from "./types.ts";

export interface DisplayState {
  machineId: number;
  /** Rises with every state. */
  seq: number;
  /** Presses that the machine accepted since its start. */
  presses: number;
  /** Key of the game in `games/` ("classic", "video", "fruit" kinds have several skins). */
  game: string;
  /** Key of the machine's theme (art). */
  theme: string;
  /** Whether the cabinet is drawn around the glass: "camera" machines. */
  cabinet: boolean;
  name: string;
  brand: string;
  scene: "base" | "bonus" | "gamble";
  phase: GamePhase;
  reels: ReelsDisplay;
  /** Winning lines of the last game, in the order in which they light up. Empty while spinning. */
  lines: LineDisplay[];
  /** Cells of scatters that triggered, as [reel, row]. */
  scatters: [number, number][];
  meters: {
    credit: Minor;
    bet: Minor;
    win: Minor;
    /** The win counts up from `from` to `win` between two times; equal times: no counting. */
    count: { from: Minor; startedAt: number; endsAt: number };
  };
  /** Held reels (classic), one per reel. */
  held: boolean[];
  bands: Band[];
  lamps: Record<string, boolean>;
  selects: Record<string, string>;
  freeSpins: { left: number; total: number; won: Minor } | null;
  gamble: GambleDisplay | null;
  /** The last press, for the animation of its button: id and time. */
  lastPress: { control: string; at: number } | null;
  /** Full-screen notice, e.g. {kind: "bonusStart", startedAt, endsAt}. */
  banner: { kind: BannerKind; amount: Minor; startedAt: number; endsAt: number } | null;
  tilt: string | null;
  doorOpen: boolean;
  locked: boolean;
}

export type BannerKind = "bonusStart" | "bonusEnd" | "bigWin" | "handPay" | "gambleWon" | "gambleLost" | "jackpot";

export interface ReelsDisplay {
  /** Index into each reel's strip of the symbol in the top visible row at which each reel is stopped or will stop. */
  stops: number[];
  /** The stops before; the spin starts there. */
  from: number[];
  /** null before the first spin. A finished spin is kept: its times show that it has ended. */
  spin: { startedAt: number; stopsAt: number[] } | null;
  /** Strip set in use (free spins may have their own). */
  stripSet: "base" | "bonus";
}

export interface LineDisplay {
  /** Index into the game's lines. */
  line: number;
  /** Cells as [reel, row]. */
  cells: [number, number][];
  amount: Minor;
  symbol: string;
}

export interface GambleDisplay {
  stake: Minor;
  /** The last drawn card, or null while the player chooses. */
  card: { colour: "red" | "black"; rank: string; suit: string; shownAt: number } | null;
  history: ("red" | "black")[];
  round: number;
}

/** The same state by a clock that shows `ms` more. */
export function shiftDisplay(display: DisplayState, ms: number): DisplayState {
  if (ms === 0) return display;
  const { reels, meters, gamble, lastPress, banner } = display;
  const shiftSpan = <T extends { startedAt: number; endsAt: number }>(span: T): T => ({
    ...span,
    startedAt: span.startedAt + ms,
    endsAt: span.endsAt + ms,
  });
  return {
    ...display,
    reels: {
      ...reels,
      spin: reels.spin && { startedAt: reels.spin.startedAt + ms, stopsAt: reels.spin.stopsAt.map((at) => at + ms) },
    },
    meters: { ...meters, count: shiftSpan(meters.count) },
    gamble: gamble && { ...gamble, card: gamble.card && { ...gamble.card, shownAt: gamble.card.shownAt + ms } },
    lastPress: lastPress && { ...lastPress, at: lastPress.at + ms },
    banner: banner && shiftSpan(banner),
  };
}

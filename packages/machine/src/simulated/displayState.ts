/** Makes the display state from the machine's memory. Pure. */
import type { BannerKind, DisplayState } from "../display.ts";
import { gameOf, skinOf } from "../games/index.ts";
import type { Skin } from "../games/index.ts";
import { bandsOf, betOf, lampsOf, selectsOf } from "./deck.ts";
import { symbolsOf } from "./journal.ts";
import type { Memory } from "./memory.ts";

export interface DisplayContext {
  machineId: number;
  name: string;
  brand: string;
  skin: string;
  seq: number;
  presses: number;
  locked: boolean;
  lastPress: DisplayState["lastPress"];
  now: number;
}

/** The win on the glass: the total of a running bonus, but the single win while a hand pay waits. */
export function shownWin({ phase, free, win }: Memory): number {
  return free !== null && phase !== "handPay" ? free.won : win;
}

/** What stands on the reels, also while the machine is out of order; null: they turn, or something else is on the glass. */
export function standingSymbols({ phase, game, from }: Memory, skin: Skin): string[][] | null {
  const isStill = phase === "idle" || phase === "winToTake" || phase === "handPay";
  return isStill ? symbolsOf(skin, game?.free === true, game?.stops ?? from) : null;
}

export function displayOf(memory: Memory, context: DisplayContext): DisplayState {
  const skin = skinOf(context.skin);
  const { game, free, gamble, phase } = memory;
  const spinning = (phase === "spinning" || (phase === "bonus" && game?.free === true)) && game !== null;
  const atRest = game === null || Math.max(...game.stopsAt) <= context.now;
  const lamps = lampsOf(skin, { memory, locked: context.locked });
  const settled = !spinning || atRest;
  return {
    machineId: context.machineId,
    seq: context.seq,
    presses: context.presses,
    game: skin.game,
    theme: skin.key,
    cabinet: skin.videoType === "camera",
    name: context.name,
    brand: context.brand,
    scene: phase === "gamble" ? "gamble" : free === null ? "base" : "bonus",
    phase,
    reels: {
      stops: game ? game.stops : memory.from,
      from: memory.from,
      spin: game ? { startedAt: game.startedAt, stopsAt: game.stopsAt } : null,
      stripSet: game?.free ? "bonus" : "base",
    },
    lines:
      settled && game
        ? game.wins.map(({ line, symbol, count, amount }) => ({
            line,
            symbol,
            amount,
            cells: Array.from({ length: count }, (_, reel): [number, number] => [
              reel,
              gameOf(skin.game).lines[line]?.[reel] ?? 0,
            ]),
          }))
        : [],
    scatters: settled && game && game.scatters.length >= 3 ? game.scatters : [],
    meters: {
      credit: memory.meters.credit,
      bet: spinning && game && !game.free ? game.bet : betOf(memory),
      win: shownWin(memory),
      count: memory.count,
    },
    held: memory.hold.held,
    bands: bandsOf(skin, lamps),
    lamps,
    selects: selectsOf(memory),
    freeSpins: free ? { left: free.left, total: free.total, won: free.won } : null,
    gamble: gamble ? { stake: gamble.stake, card: gamble.card, history: gamble.history, round: gamble.round } : null,
    lastPress: context.lastPress,
    banner: memory.banner ? { ...memory.banner, kind: memory.banner.kind as BannerKind } : null,
    tilt: memory.tilt,
    doorOpen: memory.doorOpen,
    locked: context.locked,
  };
}

/**
 * The memory of a simulated machine: plain JSON, written as a whole before any command is answered. A restarted machine
 * continues the game that it had drawn.
 */
import * as z from "zod/mini";
import { gameOf, skinOf } from "../games/index.ts";
import { JournalEntry } from "./journal.ts";

/**
 * The store of a machine's memory.
 *
 * `save` resolves once the state is durable. It throws MachineFenced if the store has a higher epoch: final, nothing
 * was stored. After any other error the state may or may not have been stored. A store refuses a revision that is not
 * above the one it holds, with any other error: so an abandoned write can't arrive late and overwrite a newer one, and
 * a write at the next revision is stored only if there was no write since the read.
 */
export interface MemoryStore {
  load(): Promise<unknown>;
  save(state: unknown, stamp: { revision: number; epoch: number }): Promise<void>;
}

const Amount = z.int().check(z.nonnegative());
const Time = z.number();
const LineWin = z.object({ line: z.int(), symbol: z.string(), count: z.int(), amount: Amount });
const Game = z.object({
  number: z.int(),
  free: z.boolean(),
  bet: Amount,
  lines: z.int(),
  betPerLine: z.int(),
  stops: z.array(z.int()),
  win: Amount,
  wins: z.array(LineWin),
  scatters: z.array(z.tuple([z.int(), z.int()])),
  startedAt: Time,
  stopsAt: z.array(Time),
});
const Transfer = z.object({
  id: z.string(),
  /** 0 for transfers that were stored by a version without numbers. */
  number: z._default(z.int(), 0),
  status: z.enum(["done", "refused"]),
  moved: Amount,
  credit: Amount,
  reason: z.optional(z.string()),
});

export const Memory = z.object({
  version: z.literal(2),
  revision: z.int(),
  /** The highest epoch of a hello: commands of lower epochs are refused. */
  epoch: z._default(z.int(), 0),
  /** Sequence number of the last executed press under this epoch. */
  pressed: z._default(z.int(), 0),
  /** High-water mark: a transfer with a number up to it is answered from `transfers` or refused, never executed. */
  mark: z._default(z.int(), 0),
  /** Highest number of a transfer that moved money and whose answer is no longer in `transfers`. */
  forgotten: z._default(z.int(), 0),
  meters: z.object({
    coinIn: Amount,
    coinOut: Amount,
    transferredIn: Amount,
    transferredOut: Amount,
    handPaid: Amount,
    jackpots: Amount,
    gamesPlayed: z.int(),
    freeGamesPlayed: z.int(),
    credit: Amount,
  }),
  selects: z.object({ denomination: z.int(), lines: z.int(), bet: z.int() }),
  phase: z.enum(["idle", "spinning", "winToTake", "gamble", "bonus", "handPay"]),
  /** The game under way, or the last one. */
  game: z.nullable(Game),
  from: z.array(z.int()),
  /** The win on the glass: waiting (win to take, gamble, hand pay), or the last one (idle). */
  win: Amount,
  gamble: z.nullable(
    z.object({
      round: z.int(),
      stake: Amount,
      card: z.nullable(
        z.object({ colour: z.enum(["red", "black"]), rank: z.string(), suit: z.string(), shownAt: Time }),
      ),
      /** When the drawn card has been shown long enough and the gamble continues. */
      resolveAt: z.nullable(Time),
      history: z.array(z.enum(["red", "black"])),
    }),
  ),
  free: z.nullable(z.object({ left: z.int(), total: z.int(), won: Amount, nextAt: Time })),
  hold: z.object({ offered: z.boolean(), held: z.array(z.boolean()) }),
  banner: z.nullable(z.object({ kind: z.string(), amount: Amount, startedAt: Time, endsAt: Time })),
  count: z.object({ from: Amount, startedAt: Time, endsAt: Time }),
  tilt: z.nullable(z.string()),
  doorOpen: z.boolean(),
  /** The last transfers, newest last: repeated ids get these answers. */
  transfers: z.array(Transfer),
  /** The last finished games, newest last, for a server that missed some. */
  journal: z.array(JournalEntry),
});
export type Memory = z.infer<typeof Memory>;

export function freshMemory(skinKey: string): Memory {
  const skin = skinOf(skinKey);
  const game = gameOf(skin.game);
  const last = <T>(values: readonly T[], index: number): T => {
    const value = values[index];
    if (value === undefined) throw new RangeError("an empty choice");
    return value;
  };
  return {
    version: 2,
    revision: 0,
    epoch: 0,
    pressed: 0,
    mark: 0,
    forgotten: 0,
    meters: {
      coinIn: 0,
      coinOut: 0,
      transferredIn: 0,
      transferredOut: 0,
      handPaid: 0,
      jackpots: 0,
      gamesPlayed: 0,
      freeGamesPlayed: 0,
      credit: 0,
    },
    selects: {
      denomination: last(skin.denominations, Math.min(1, skin.denominations.length - 1)),
      lines: last(game.lineChoices, game.lineChoices.length - 1),
      bet: last(game.betChoices, 0),
    },
    phase: "idle",
    game: null,
    from: game.strips.base.map((strip, reel) => (reel * 7 + skinKey.length) % strip.length),
    win: 0,
    gamble: null,
    free: null,
    hold: { offered: false, held: game.strips.base.map(() => false) },
    banner: null,
    count: { from: 0, startedAt: 0, endsAt: 0 },
    tilt: null,
    doorOpen: false,
    transfers: [],
    journal: [],
  };
}

/**
 * A cleared memory: meters, games, stored transfers and the high-water mark are gone, as in a real cabinet. The epoch
 * and its last press stay: they are the fencing state, without which a former owner could move money at the machine
 * again.
 */
export function clearedMemory({ epoch, pressed }: Memory, skinKey: string): Memory {
  return { ...freshMemory(skinKey), epoch, pressed };
}

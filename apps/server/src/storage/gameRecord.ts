/** The record of a game that its hash covers, from the columns of its row. */
import type { GameRecord } from "@reelcast/contract/gameRecord";

/** As it is written, or as it was read. Amounts are minor units. */
interface GameColumns {
  sessionId: string;
  machineId: number;
  gameNumber: number;
  free: boolean;
  bet: number;
  win: number;
  handPay: number;
  startedAt: Date;
  endedAt: Date;
  /** The machine's meters after it, and what the machine says of it. */
  meters?: unknown;
  detail: unknown;
}

/** The same before the row is written and after it is read. */
export const recordOf = (game: GameColumns): GameRecord => ({
  version: 1,
  session: game.sessionId,
  machine: game.machineId,
  number: game.gameNumber,
  free: game.free,
  bet: game.bet,
  win: game.win,
  handPay: game.handPay,
  startedAt: game.startedAt.toISOString(),
  endedAt: game.endedAt.toISOString(),
  meters: (game.meters ?? null) as GameRecord["meters"],
  outcome: game.detail ?? null,
});

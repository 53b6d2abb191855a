/** The record of a game, from what is recorded of it. */
import type { GameRecord } from "@reelcast/contract/gameRecord";
import type { GameRecord as Game } from "./types.ts";

type Recorded = Omit<Game, "playerId" | "meters" | "detail"> & { meters?: unknown; detail: unknown };

/** The same before it is written and after it is read. */
export const recordOf = (game: Recorded): GameRecord => ({
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

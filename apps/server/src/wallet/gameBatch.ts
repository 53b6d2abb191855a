/** The statements that record games, each of which is one transaction: one game, or games of many machines. */
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import type { Fence, FedJackpot, GameRecord } from "./types.ts";

export interface GameCall {
  game: GameRecord;
  fence: Fence;
  /** SHA-256 of the game's record. */
  digest: Buffer;
}
export interface RecordedGame {
  jackpots: FedJackpot[];
}

/** @throws the database's error: the game is not recorded, or that is not known */
export async function recordAlone(db: Db, { game, fence, digest }: GameCall): Promise<RecordedGame> {
  const { rows } = await sql<FedJackpot>`
    select * from record_game_with_jackpots(${game.machineId}, ${game.gameNumber}, ${game.playerId}, ${game.sessionId},
      ${game.free}, ${game.bet}, ${game.win}, ${game.handPay}, ${game.startedAt}, ${game.endedAt},
      ${JSON.stringify(game.detail)}::jsonb, ${fence.epoch}, ${game.meters ? JSON.stringify(game.meters) : null}::jsonb,
      ${digest})`.execute(db);
  return { jackpots: rows };
}

/** A game, by its place from 1, with a jackpot that it has fed or without one. */
interface Row {
  n: number;
  id: number | null;
  name: string;
  amount: number;
  version: number;
}

/**
 * Records those of the games that nothing speaks against; `undefined` for each of the others.
 * @throws the database's error: none of them is recorded, or that is not known
 */
export async function recordTogether(db: Db, calls: readonly GameCall[]): Promise<(RecordedGame | undefined)[]> {
  const of = <T>(value: (call: GameCall) => T): T[] => calls.map(value);
  const { rows } = await sql<Row>`
    select * from record_games(${of(({ game }) => game.machineId)}, ${of(({ game }) => game.gameNumber)},
      ${of(({ game }) => game.playerId)}, ${of(({ game }) => game.sessionId)}, ${of(({ game }) => game.free)},
      ${of(({ game }) => game.bet)}, ${of(({ game }) => game.win)}, ${of(({ game }) => game.handPay)},
      ${of(({ game }) => game.startedAt)}, ${of(({ game }) => game.endedAt)},
      ${of(({ game }) => JSON.stringify(game.detail))}, ${of(({ fence }) => fence.epoch)},
      ${of(({ game }) => (game.meters ? JSON.stringify(game.meters) : null))}, ${of(({ digest }) => digest)})`.execute(
    db,
  );
  const recorded: (RecordedGame | undefined)[] = calls.map(() => undefined);
  for (const { n, id, ...pot } of rows) {
    const one = (recorded[n - 1] ??= { jackpots: [] });
    // A game that hits is recorded alone.
    if (id !== null) one.jackpots.push({ id, ...pot, hit: 0 });
  }
  return recorded;
}

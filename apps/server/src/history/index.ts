/**
 * History: a player's games, transactions and logs, as lists, files and daily sums. Read-only. Every query is
 * restricted to one player.
 */
import type { ChainLink } from "@reelcast/contract/gameRecord";
import type { DayOfPlay, Language, LastSeat, LogRow, Operation, SessionRow, SessionStory } from "@reelcast/contract";
import type { Db } from "../storage/index.ts";
import { operationColumns, sessionColumns, toCsv } from "./csv.ts";
import type { Times } from "./csv.ts";
import type { FilterQuery } from "./filter.ts";
import { createGameList } from "./games.ts";
import type { SessionGames } from "./games.ts";
import { createLastSeats } from "./lastSeats.ts";
import { createLogList } from "./logs.ts";
import { createOperations } from "./operations.ts";
import type { Page, PageQuery } from "./pager.ts";
import { createSessionList } from "./sessions.ts";
import { createStory } from "./story.ts";
import { createSummary } from "./summary.ts";
import type { SummaryQuery } from "./summary.ts";
import { CSV_TEXTS } from "./csvTexts.ts";

export { toCsv } from "./csv.ts";
export { createDateWriter } from "./timeZone.ts";
export type { Column } from "./csv.ts";

export interface FileQuery extends FilterQuery, Times {}
export interface CsvFile {
  /** Rows below the headings. */
  total: number;
  /** Read from the database lazily, in chunks. */
  text: AsyncGenerator<string>;
}
export interface History {
  /** Newest first. @throws AppError InvalidRequest for an invalid cursor or filter */
  sessions(playerId: number, query: PageQuery): Promise<Page<SessionRow>>;
  transactions(playerId: number, query: PageQuery): Promise<Page<Operation>>;
  logs(playerId: number, query: PageQuery): Promise<Page<LogRow>>;
  /** The last games of an own session, or that one of them. @throws AppError NotFound */
  games(playerId: number, query: { session: string; limit: number; game?: number | undefined }): Promise<SessionGames>;
  /** What an own session came to. @throws AppError NotFound */
  story(playerId: number, session: string): Promise<SessionStory>;
  /** How the player sat at each machine the last time that they played there, the newest first. */
  lastSeats(playerId: number): Promise<LastSeat[]>;
  /** The digests of an own session's games between two numbers, oldest first. @throws AppError NotFound */
  gameLinks(playerId: number, query: { session: string; after: number; before: number }): Promise<ChainLink[]>;
  /** All matching rows at the time of the call. @throws AppError InvalidRequest for an invalid filter or time zone */
  sessionsCsv(playerId: number, query: FileQuery, language: Language): Promise<CsvFile>;
  transactionsCsv(playerId: number, query: FileQuery, language: Language): Promise<CsvFile>;
  /** Every day of the range, oldest first. @throws AppError InvalidRequest for an invalid range or time zone */
  summary(playerId: number, query: SummaryQuery): Promise<DayOfPlay[]>;
}

export function createHistory({ db, now = () => new Date() }: { db: Db; now?: () => Date }): History {
  const operations = createOperations(db);
  const sessions = createSessionList(db, operations, now);
  const logs = createLogList(db);
  const games = createGameList(db);
  return {
    sessions: sessions.page,
    transactions: operations.page,
    logs: logs.page,
    games: games.last,
    story: createStory(db, now),
    lastSeats: createLastSeats(db),
    gameLinks: games.links,
    async sessionsCsv(playerId, query, language) {
      const columns = sessionColumns(CSV_TEXTS[language], query);
      const { total, batches } = await sessions.all(playerId, query);
      return { total, text: toCsv(columns, batches, query.separator) };
    },
    async transactionsCsv(playerId, query, language) {
      const columns = operationColumns(CSV_TEXTS[language], query);
      const { total, batches } = await operations.all(playerId, query);
      return { total, text: toCsv(columns, batches, query.separator) };
    },
    summary: createSummary(db, now),
  };
}

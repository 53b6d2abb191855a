/**
 * History: what a player has played and moved, as lists, files and sums per day. It reads what others have written and
 * never writes; every question is about one player, and no answer holds a row of another.
 */
import type { LogRow, Operation, SessionRow } from "@reelcast/contract";
import type { Db } from "../storage/index.ts";
import { createLogList } from "./logs.ts";
import { createOperations } from "./operations.ts";
import type { Page, PageQuery } from "./pager.ts";
import { createSessionList } from "./sessions.ts";

export interface History {
  /** All newest first. @throws AppError 40000 for a cursor or filter that is none */
  sessions(playerId: number, query: PageQuery): Promise<Page<SessionRow>>;
  transactions(playerId: number, query: PageQuery): Promise<Page<Operation>>;
  logs(playerId: number, query: PageQuery): Promise<Page<LogRow>>;
}

export function createHistory({ db, now = () => new Date() }: { db: Db; now?: () => Date }): History {
  const operations = createOperations(db);
  const sessions = createSessionList(db, operations, now);
  const logs = createLogList(db);
  return { sessions: sessions.page, transactions: operations.page, logs: logs.page };
}

/**
 * What people of the house read about players, games, transfers and approvals: lists with stable cursors, and single records
 * as evidence. Read-only, and of the whole house: who may ask is the caller's to check.
 */
import type { ActRecord, GamesQuery } from "@reelcast/contract/console";
import { listActs } from "../audit/index.ts";
import type { Db } from "../storage/index.ts";
import { createApprovalRecords } from "./approvals.ts";
import { readDeskContext } from "./deskContext.ts";
import { gameEvidence } from "./gameEvidence.ts";
import { listGames } from "./gameList.ts";
import { createPlayerMoney } from "./playerMoney.ts";
import { createPlayerRecords } from "./players.ts";
import type { PlayerParts } from "./players.ts";
import { createTransferRecords } from "./transfers.ts";
import type { ActsOn } from "./transfers.ts";

/** At most so many of each target. */
const ACTS_SHOWN = 50;
/** Rows of the audit log about these targets, each once, the newest first. */
async function actsOn(db: Db, targets: readonly string[]): Promise<ActRecord[]> {
  const rows = new Map<number, ActRecord>();
  for (const target of targets)
    for (const row of await listActs(db, { target }, { limit: ACTS_SHOWN }))
      rows.set(row.seq, { ...row, at: row.at.toISOString() });
  return [...rows.values()].toSorted((one, other) => other.seq - one.seq);
}

export interface RecordsOptions extends PlayerParts {
  db: Db;
}

export type Records = ReturnType<typeof createRecords>;

export function createRecords({ db, ...parts }: RecordsOptions) {
  const readActs: ActsOn = (targets) => actsOn(db, targets);
  const players = createPlayerRecords(db, parts);
  const transfers = createTransferRecords(db, readActs);
  return {
    players,
    money: createPlayerMoney(db),
    games: {
      list: (query: GamesQuery) => listGames(db, query),
      /** @param id machine and number: "3-1042" @throws AppError NotFound */
      one: (id: string) => gameEvidence(db, id),
    },
    transfers,
    /** @throws AppError NotFound */
    deskContext: (playerId: number) => readDeskContext({ players, transfers }, playerId),
    approvals: createApprovalRecords(db, readActs),
  };
}

/**
 * What people of the house read about players, games, transfers and approvals: lists with stable cursors, and single records
 * as evidence. Read-only, and of the whole house: who may ask is the caller's to check.
 */
import type { Protection } from "@reelcast/contract";
import type { Db } from "../storage/index.ts";
import { createApprovalRecords } from "./approvals.ts";
import { createGameRecords } from "./games.ts";
import { createPlayerMoney } from "./playerMoney.ts";
import { createPlayerRecords } from "./players.ts";
import { createTransferRecords } from "./transfers.ts";
import type { ActsOn } from "./transfers.ts";

export interface RecordsOptions {
  db: Db;
  protectionOf: (playerId: number) => Promise<Protection>;
  /** Rows of the audit log about these targets, the newest first, as many as a page shows. */
  actsOn: ActsOn;
}

export type Records = ReturnType<typeof createRecords>;

export function createRecords({ db, protectionOf, actsOn }: RecordsOptions) {
  return {
    players: createPlayerRecords(db, protectionOf),
    money: createPlayerMoney(db),
    games: createGameRecords(db),
    transfers: createTransferRecords(db, actsOn),
    approvals: createApprovalRecords(db, actsOn),
  };
}

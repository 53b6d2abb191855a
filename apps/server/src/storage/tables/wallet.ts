/** Tables of the wallet. They are written by the functions of migration 020 alone. */
import type { ColumnType, Generated } from "kysely";

type AccountKind = "player" | "machine" | "house" | "promotions" | "jackpot";
type TransferState = "created" | "reserved" | "sent" | "done" | "failed" | "unknown" | "manual";

export interface WalletTables {
  ledger_accounts: {
    id: Generated<number>;
    kind: AccountKind;
    /** Player, machine or jackpot; of the house: the machine it plays on, 0 for its own. */
    ref: number;
    posted: Generated<number>;
    held: Generated<number>;
    seq: Generated<number>;
    hash: Generated<Buffer>;
  };
  journals: { id: Generated<number>; source: string; kind: string; at: Generated<Date>; detail: unknown };
  postings: {
    id: Generated<number>;
    journal_id: number;
    account_id: number;
    seq: number;
    amount: number;
    balance: number;
    hash: Buffer;
  };
  transfers: {
    id: string;
    key: string;
    kind: "cashin" | "cashout";
    player_id: number;
    machine_id: number;
    session_id: string;
    amount: number | null;
    moved: number | null;
    state: TransferState;
    /** Neither done nor failed. */
    unresolved: ColumnType<boolean, never, never>;
    code: number | null;
    detail: string | null;
    balance_after: number | null;
    credit_after: number | null;
    ip: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  games: {
    /** Rises in the order in which the games of one player are recorded. */
    id: Generated<number>;
    machine_id: number;
    game_number: number;
    player_id: number;
    session_id: string;
    free: boolean;
    bet: number;
    win: number;
    hand_pay: number;
    started_at: Date;
    ended_at: Date;
    detail: unknown;
  };
  /** Who runs a machine: the epoch rises with every new holder, and an older one can't write any more. */
  machine_leases: { machine_id: number; owner: string; epoch: number; expires_at: Date };
}

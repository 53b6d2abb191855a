/** Tables of the wallet. They are written by the functions in storage/functions alone. */
import type { ColumnType, Generated } from "kysely";

type AccountKind = "player" | "machine" | "house" | "promotions" | "jackpot" | "suspense";
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
    /** Rises with every change of `posted` or `held`. */
    version: Generated<number>;
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
    client_transfer_id: string;
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
    /** Rises with the transfers of a machine. */
    number: number;
    /** Of the lease under which this row was written last. */
    lease_epoch: number | null;
    /** Request, the machine's answer with its time, meters before and after. */
    evidence: unknown;
    manual_at: Date | null;
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
    /** The machine's outcome; null if it reports none. */
    detail: unknown;
    /** GameMeters; null if the machine reports none, and for games from before they were recorded. */
    meters: unknown;
    /** Of the game and the hash of its session's game before it; null for games from before it was recorded. */
    hash: Buffer | null;
  };
  /** The node that runs a machine. The epoch rises with each new owner; older epochs can't write any more. */
  machine_leases: {
    machine_id: number;
    /** The owner (floor_nodes); null: none. */
    node: Generated<string | null>;
    epoch: number;
  };
  /** Totals of a machine in the ledger, and the last reading of its meters at rest. */
  machine_meters: {
    machine_id: number;
    last_number: Generated<number>;
    game_base: Generated<number>;
    ledger_in: Generated<number>;
    ledger_out: Generated<number>;
    read_in: Generated<number | null>;
    read_out: Generated<number | null>;
    read_credit: Generated<number | null>;
    read_epoch: Generated<number | null>;
    read_at: Generated<Date | null>;
    /** The ledger's total at that moment. */
    expected_in: Generated<number | null>;
    expected_out: Generated<number | null>;
    expected_credit: Generated<number | null>;
  };
  /** Money in doubt, on its player's suspense account until an operator settles it. */
  suspensions: {
    id: Generated<string>;
    machine_id: number;
    player_id: number;
    session_id: string;
    transfer_id: string | null;
    /** Amount of a held deposit. */
    held: number;
    /** The machine's credit in the ledger. */
    credit: number;
    remaining: number;
    paid: number;
    kept: number;
    reason: string;
    evidence: unknown;
    opened_at: Date;
    settled_at: Date | null;
    settled_by: string | null;
    settled_because: string | null;
  };
  /** Results of successful checks, append-only (wallet/checkpoints.ts). */
  ledger_checkpoints: {
    /** Without gaps. */
    id: number;
    at: Date;
    full: boolean;
    /** The full check on which it is based. */
    full_id: number;
    /** Highest ids of games, grants and jackpot hits that need not be read again. */
    games_id: number;
    grants_id: number;
    hits_id: number;
    /** How many there were. */
    postings: number;
    /** Hash of this row, its accounts and the hash of the previous row. */
    hash: Buffer;
  };
  ledger_checkpoint_accounts: {
    checkpoint_id: number;
    account_id: number;
    /** Number of the last posting, with balance and hash. */
    seq: number;
    posted: number;
    hash: Buffer;
    /** What transfers and games (machine), contributions, seeds and hits (jackpot) or grants (promotions) make up to the marks. */
    explained: number;
    /** Transfers of this machine up to this number are done or failed. */
    transfer_number: number;
  };
}

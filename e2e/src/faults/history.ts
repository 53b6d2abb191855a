/** The evidence after a run: requests and answers of the players, contents of the database and of the cabinet. Plain data. */
import type { AuditRow } from "./audit.ts";

export type Outcome =
  | { type: "acknowledged"; amount: number; credit: number; balance: number }
  /** Finally refused: it must have changed nothing. */
  | { type: "failed"; code: number }
  /** No answer, or one that is not final. */
  | { type: "unknown"; why: string };

/** Times are milliseconds of the harness's monotonic clock. */
export interface Attempt {
  askedAt: number;
  answeredAt: number;
  outcome: Outcome;
}
/** A player's request to move money; it is repeated under the same id until it is acknowledged or has failed. */
export interface Operation {
  id: string;
  player: number;
  machine: number;
  kind: "cashin" | "cashout";
  /** null: all credit. Minor units. */
  amount: number | null;
  attempts: Attempt[];
}
export interface BalanceRead {
  player: number;
  askedAt: number;
  answeredAt: number;
  balance: number;
}
/** `refused`: the answer says so. `lost`: the connection ended first. `silent`: no answer on a connection that was there. */
export type PressOutcome = { type: "accepted" } | { type: "refused"; code: number } | { type: "lost" | "silent" };
export interface Press {
  player: number;
  machine: number;
  control: string;
  askedAt: number;
  answeredAt: number;
  outcome: PressOutcome;
}
export interface PlayerHistory {
  operations: Operation[];
  reads: BalanceRead[];
  presses: Press[];
}

export interface TransferRow {
  id: string;
  key: string;
  kind: "cashin" | "cashout";
  player: number;
  machine: number;
  amount: number | null;
  moved: number | null;
  state: string;
}
export interface SessionRow {
  id: string;
  player: number;
  machine: number;
  /** By the clock of the database, microseconds. */
  startedAt: number;
  /** null: open. */
  endedAt: number | null;
}
export interface DatabaseEvidence {
  transfers: TransferRow[];
  sessions: SessionRow[];
  accounts: { kind: string; ref: number; posted: number; held: number }[];
  games: { machine: number; gameNumber: number; net: number }[];
  machines: { id: number; quarantined: string | null }[];
  /** Each comparison of an epoch with the lease, in order. */
  fences: { machine: number; epoch: number }[];
  /** Writes of a host in a transaction that compared no epoch. */
  unfenced: { machine: number; table: string }[];
}
export interface Evidence {
  players: PlayerHistory;
  database: DatabaseEvidence;
  cabinet: { audit: AuditRow[]; credits: { machine: number; credit: number; phase: string }[] };
  ledgerCheck: { ok: boolean; broken: readonly string[] };
}

/** A finding of the checker. */
export interface Violation {
  rule: string;
  what: string;
}

/** The last final answer, or null. */
export function verdictOf({ attempts }: Operation): Exclude<Outcome, { type: "unknown" }> | null {
  for (const { outcome } of attempts.toReversed()) if (outcome.type !== "unknown") return outcome;
  return null;
}

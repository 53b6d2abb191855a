/** What is known after a run: what the players asked and which answers they got, what the database and the cabinet hold. Plain data. */
import type { AuditRow } from "./audit.ts";

export type Outcome =
  | { type: "acknowledged"; amount: number; credit: number; balance: number }
  /** Refused for good: it must have changed nothing. */
  | { type: "failed"; code: number }
  /** No answer, or one that leaves it open. */
  | { type: "unknown"; why: string };

/** Times are milliseconds of the harness's monotonic clock. */
export interface Attempt {
  askedAt: number;
  answeredAt: number;
  outcome: Outcome;
}
/** Money that a player asked to move; asked again under the same id until it was acknowledged or failed. */
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
export interface PlayerHistory {
  operations: Operation[];
  reads: BalanceRead[];
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

/** What the checker found to be wrong. */
export interface Violation {
  rule: string;
  what: string;
}

/** The last answer that leaves nothing open, or null. */
export function verdictOf({ attempts }: Operation): Exclude<Outcome, { type: "unknown" }> | null {
  for (const { outcome } of attempts.toReversed()) if (outcome.type !== "unknown") return outcome;
  return null;
}

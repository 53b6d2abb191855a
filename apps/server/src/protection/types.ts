/** What protection needs, and what it offers. */
import type { LimitKind, LimitPeriod, LogType, Protection as ProtectionAnswer } from "@reelcast/contract";
import type { Db, Trx } from "../storage/index.ts";
import type { Allowance } from "./limits.ts";

export interface ProtectionOptions {
  db: Db;
  now?: () => Date;
  /** IANA time zone of days, weeks and months. */
  timeZone: string;
  /** Writes into the player's log, within the change itself. */
  log: (trx: Trx, playerId: number, type: LogType, ip: string | null, detail: string) => Promise<void>;
  /**
   * Ends every login of a player within the transaction. Resolves with a function that closes the sockets, to be called
   * after the commit.
   */
  endLogins: (trx: Trx, playerId: number, reason: "break" | "excluded") => Promise<() => void>;
  /** Called after each change that affects the player's open session. */
  onChange: (playerId: number) => void;
}

export interface Protection {
  of(playerId: number): Promise<ProtectionAnswer>;
  setLimit(
    playerId: number,
    limit: { kind: LimitKind; period: LimitPeriod; value: number | null },
    ip: string | null,
  ): Promise<ProtectionAnswer>;
  setRealityCheck(playerId: number, minutes: number | null, ip: string | null): Promise<ProtectionAnswer>;
  takeBreak(playerId: number, days: number, ip: string | null): Promise<ProtectionAnswer>;
  /** The caller has verified the password. */
  selfExclude(playerId: number, months: number, ip: string | null): Promise<ProtectionAnswer>;
  /** @throws AppError OnBreak, SelfExcluded */
  mayEnter(playerId: number): Promise<void>;
  /** @throws AppError LossLimitReached, TimeLimitReached, OnBreak, SelfExcluded */
  mayJoin(playerId: number): Promise<void>;
  /** @throws AppError DepositLimitReached, LossLimitReached, OnBreak, SelfExcluded */
  mayCashIn(playerId: number, amount: number): Promise<void>;
  allowance(playerId: number): Promise<Allowance>;
}

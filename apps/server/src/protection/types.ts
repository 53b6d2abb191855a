/** What protection needs, and what it offers. */
import type { LimitKind, LimitPeriod, LogType, PlayRules, Protection as ProtectionAnswer } from "@reelcast/contract";
import type { Db, Trx } from "../storage/index.ts";
import type { Age } from "./age.ts";
import type { Allowance } from "./limits.ts";

export interface ProtectionOptions {
  db: Db;
  now?: () => Date;
  /** IANA time zone of days, weeks and months. */
  timeZone: string;
  /** The house's rules of play, as they are now. */
  rules: () => Pick<PlayRules, "ageCheck" | "limitPrompt" | "realityCheckMinutes">;
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

/** What a player asks for: minor units, or minutes of a time limit; null: no limit. */
export interface LimitRequest {
  kind: LimitKind;
  period: LimitPeriod;
  value: number | null;
}

export interface Protection {
  of(playerId: number): Promise<ProtectionAnswer>;
  /** @throws AppError InvalidRequest for more minutes than the period has */
  setLimit(playerId: number, limit: LimitRequest, ip: string | null): Promise<ProtectionAnswer>;
  /** @throws AppError Conflict where no looser limit of that value can be confirmed now */
  confirmLimit(playerId: number, limit: LimitRequest, ip: string | null): Promise<ProtectionAnswer>;
  /** The player was asked for a financial limit and wants none now. Where no question is due, nothing changes. */
  declineLimitPrompt(playerId: number, ip: string | null): Promise<ProtectionAnswer>;
  setRealityCheck(playerId: number, minutes: number | null, ip: string | null): Promise<ProtectionAnswer>;
  takeBreak(playerId: number, days: number, ip: string | null): Promise<ProtectionAnswer>;
  /** The caller has verified the password. */
  selfExclude(playerId: number, months: number, ip: string | null): Promise<ProtectionAnswer>;
  /** @throws AppError OnBreak, SelfExcluded */
  mayEnter(playerId: number): Promise<void>;
  /** @throws AppError AgeNotVerified, LossLimitReached, TimeLimitReached, OnBreak, SelfExcluded */
  mayJoin(playerId: number): Promise<void>;
  /** @throws AppError AgeNotVerified, CashInLimitReached, LossLimitReached, OnBreak, SelfExcluded */
  mayCashIn(playerId: number, amount: number): Promise<void>;
  /**
   * Before the house pays money into the account, in the transaction that does: of two at the same moment, the second counts
   * the first.
   * @throws AppError DepositLimitReached
   */
  mayDeposit(trx: Trx, playerId: number, amount: number): Promise<void>;
  age(playerId: number): Promise<Age>;
  /** What the house knows of the player's age, for the flag of the rule ageCheck. @throws AppError NotFound */
  setAge(playerId: number, age: Age): Promise<void>;
  allowance(playerId: number): Promise<Allowance>;
}

/**
 * Keeps the limits of a seat true: reads them, reads them again, and says to the player what is to be said of them. It
 * ends no session; its host does.
 */
import { MachineUnreachable } from "@reelcast/machine";
import type { MachineDriver } from "@reelcast/machine";
import type { Logger } from "pino";
import { ErrorCode } from "@reelcast/contract";
import type { ActiveSession } from "./activeSession.ts";
import type { PlayerNotifier } from "./playerNotifier.ts";
import { SeatLimits } from "./seat/limits.ts";
import type { EndReason, Seat } from "./seat/types.ts";
import type { PlayPolicy } from "./types.ts";

export interface LimitWatchParts {
  policy: PlayPolicy;
  driver: MachineDriver;
  notifier: PlayerNotifier;
  log: Logger;
  /** Number of the last game that the ledger has. */
  lastGame: () => number;
  /** @throws MachineUnreachable */
  recordGames: () => Promise<void>;
  /** A press is on its way to the machine. */
  pressing: () => boolean;
}

export class LimitWatch {
  readonly #parts: LimitWatchParts;
  constructor(parts: LimitWatchParts) {
    this.#parts = parts;
  }

  /** For a player who sits down, or is found seated after a restart. */
  async begin(playerId: number): Promise<SeatLimits> {
    const { policy, driver, lastGame } = this.#parts;
    const limits = new SeatLimits(await policy.allowance(playerId), lastGame(), Date.now());
    const { phase, bet } = driver.state();
    if (phase !== "idle" && phase !== "bonus") limits.found(bet);
    return limits;
  }

  /** Reads them again. Where that fails, what is known goes on counting. */
  async reread(seat: Seat, { limits }: ActiveSession): Promise<void> {
    const { policy, driver, lastGame, notifier, log, pressing } = this.#parts;
    if (!limits) return;
    try {
      await this.#parts.recordGames().catch((error: unknown) => {
        // A machine that is away: what it plays on is counted when it is back.
        if (!(error instanceof MachineUnreachable)) throw error;
      });
      const allowance = await policy.allowance(seat.session.player_id);
      const { phase, online } = driver.state();
      const { realityCheckMinutes } = limits;
      limits.renew(allowance, lastGame(), Date.now(), phase === "idle" && online && !pressing());
      if (limits.realityCheckMinutes !== realityCheckMinutes)
        notifier.push(seat, "limits", { realityCheckMinutes: limits.realityCheckMinutes });
    } catch (error) {
      limits.postpone(Date.now());
      log.warn({ err: error, machineId: driver.machineId }, "the limits of a player could not be read again");
    }
  }

  /** Says what is new. Answers why the session is to end, null where it goes on. */
  async look(seat: Seat, active: ActiveSession): Promise<EndReason | null> {
    const { driver, notifier } = this.#parts;
    const { limits } = active;
    if (!limits || seat.ending !== null) return null;
    if (limits.isStale(Date.now())) await this.reread(seat, active);
    if (limits.barred !== null) return limits.barred;
    let over = false;
    for (const news of limits.news(Date.now(), driver.state().phase === "idle")) {
      const until = new Date(news.until).toISOString();
      if (news.say === "timeNear")
        notifier.info(seat, "LIMIT_NEAR", ErrorCode.TimeLimitNear, { minutes: news.minutes, until });
      else
        notifier.info(
          seat,
          "LIMIT_REACHED",
          news.say === "lossReached" ? ErrorCode.LossLimitReached : ErrorCode.TimeLimitReached,
          { until },
        );
      over ||= news.say === "timeOver";
    }
    return over ? "limit" : null;
  }
}

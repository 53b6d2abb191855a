/** Reads the limits of a seated player, keeps them current, and notifies the player. The host ends the session. */
import { ErrorCode } from "@reelcast/contract";
import type { ActiveSession } from "./activeSession.ts";
import type { HostContext, HostParts } from "./hostParts.ts";
import { whereReachable } from "./machineErrors.ts";
import type { PlayerNotifier } from "./playerNotifier.ts";
import { SeatLimits } from "./seat/limits.ts";
import type { EndReason, Seat } from "./seat/types.ts";
import type { PlayPolicy } from "./types.ts";

export interface LimitWatchParts {
  policy: PlayPolicy;
  host: Pick<HostParts, "driver" | "log">;
  context: Pick<HostContext, "games" | "recordGames" | "isPressing">;
  notifier: PlayerNotifier;
}

export class LimitWatch {
  readonly #parts: LimitWatchParts;
  constructor(parts: LimitWatchParts) {
    this.#parts = parts;
  }

  /** For a player who sits down, or who is found seated after a restart. */
  async begin(playerId: number): Promise<SeatLimits> {
    const { policy, host, context } = this.#parts;
    const limits = new SeatLimits(await policy.allowance(playerId), context.games.last, Date.now());
    const { phase, bet } = host.driver.state();
    if (phase !== "idle" && phase !== "bonus") limits.foundRunning(bet);
    return limits;
  }

  /** If reading fails, the known figures remain valid. */
  async reread(seat: Seat, { limits }: ActiveSession): Promise<void> {
    const { policy, host, context, notifier } = this.#parts;
    const { driver, log } = host;
    if (!limits) return;
    try {
      // Games of an unreachable machine are counted when it is back.
      await whereReachable(() => context.recordGames());
      const allowance = await policy.allowance(seat.session.player_id);
      const { phase, online } = driver.state();
      const { realityCheckMinutes } = limits;
      limits.renew(allowance, context.games.last, Date.now(), phase === "idle" && online && !context.isPressing());
      if (limits.realityCheckMinutes !== realityCheckMinutes)
        notifier.push(seat, "limits", { realityCheckMinutes: limits.realityCheckMinutes });
    } catch (error) {
      limits.postpone(Date.now());
      log.warn({ err: error, machineId: driver.machineId }, "the limits of a player could not be read again");
    }
  }

  /** Sends new notices. Returns the reason why the session must end, null if it continues. */
  async check(seat: Seat, active: ActiveSession): Promise<EndReason | null> {
    const { host, notifier } = this.#parts;
    const { limits } = active;
    if (!limits || seat.ending !== null) return null;
    if (limits.isStale(Date.now())) await this.reread(seat, active);
    if (limits.barred !== null) return limits.barred;
    let over = false;
    for (const notice of limits.newNotices(Date.now(), host.driver.state().phase === "idle")) {
      const until = new Date(notice.until).toISOString();
      if (notice.kind === "timeNear")
        notifier.info(seat, "LIMIT_NEAR", ErrorCode.TimeLimitNear, { minutes: notice.minutes, until });
      // Play goes on with the credit that there is.
      else if (notice.kind === "cashInReached")
        notifier.info(seat, "LIMIT_NEAR", ErrorCode.CashInLimitUsedUp, { until });
      else
        notifier.info(
          seat,
          "LIMIT_REACHED",
          notice.kind === "lossReached" ? ErrorCode.LossLimitReached : ErrorCode.TimeLimitReached,
          { until },
        );
      over ||= notice.kind === "timeOver";
    }
    return over ? "limit" : null;
  }
}

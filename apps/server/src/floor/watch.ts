/**
 * Keeps the limits of a seat true: reads them, reads them again, and says to the player what is to be said of them. It
 * ends no session; its host does.
 */
import { MachineUnreachable } from "@reelcast/machine";
import type { MachineDriver } from "@reelcast/machine";
import type { Logger } from "pino";
import type { Books } from "./books.ts";
import { SeatLimits } from "./limits.ts";
import type { Occupied, Voice } from "./occupied.ts";
import type { EndReason } from "./seat.ts";
import type { Gate } from "./types.ts";

export interface WatchParts {
  gate: Gate;
  driver: MachineDriver;
  books: Books;
  voice: Voice;
  log: Logger;
  /** A press is on its way to the machine. */
  pressing: () => boolean;
}

export class LimitWatch {
  readonly #parts: WatchParts;
  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** For a player who sits down, or is found seated after a restart. */
  async begin(playerId: number): Promise<SeatLimits> {
    const { gate, driver, books } = this.#parts;
    const limits = new SeatLimits(await gate.allowance(playerId), books.lastGame, Date.now());
    const { phase, bet } = driver.state();
    if (phase !== "idle" && phase !== "bonus") limits.found(bet);
    return limits;
  }

  /** Reads them again. Where that fails, what is known goes on counting. */
  async reread(at: Occupied): Promise<void> {
    const { gate, driver, books, voice, log, pressing } = this.#parts;
    const { limits } = at;
    if (!limits) return;
    try {
      await books.record(at).catch((error: unknown) => {
        // A machine that is away: what it plays on is counted when it is back.
        if (!(error instanceof MachineUnreachable)) throw error;
      });
      const allowance = await gate.allowance(at.session.player_id);
      const { phase, online } = driver.state();
      const { realityCheckMinutes } = limits;
      limits.renew(allowance, books.lastGame, Date.now(), phase === "idle" && online && !pressing());
      if (limits.realityCheckMinutes !== realityCheckMinutes)
        voice.push(at, "limits", { realityCheckMinutes: limits.realityCheckMinutes });
    } catch (error) {
      limits.postpone(Date.now());
      log.warn({ err: error, machineId: driver.machineId }, "the limits of a player could not be read again");
    }
  }

  /** Says what is new. Answers why the session is to end, null where it goes on. */
  async look(at: Occupied): Promise<EndReason | null> {
    const { driver, voice } = this.#parts;
    const { limits } = at;
    if (!limits || at.seat.ending !== null) return null;
    if (limits.isStale(Date.now())) await this.reread(at);
    if (limits.barred !== null) return limits.barred;
    let over = false;
    for (const news of limits.news(Date.now(), driver.state().phase === "idle")) {
      const until = new Date(news.until).toISOString();
      if (news.say === "timeNear") voice.tell(at, "LIMIT_NEAR", 62007, { minutes: news.minutes, until });
      else voice.tell(at, "LIMIT_REACHED", news.say === "lossReached" ? 62002 : 62003, { until });
      over ||= news.say === "timeOver";
    }
    return over ? "limit" : null;
  }
}

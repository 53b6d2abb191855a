/** Bans, breaks and limits of the players who are seated here may come from other processes: their messages are followed. */
import type { Bus } from "../bus/bus.ts";

export class FollowedPlayers {
  readonly #bus: Pick<Bus, "follow">;
  /** One for each seat: a machine that changes its host has two for a moment. */
  readonly #ends = new Map<number, (() => void)[]>();
  constructor(bus: Pick<Bus, "follow">) {
    this.#bus = bus;
  }

  onSeat(playerId: number, seated: boolean): void {
    const ends = this.#ends.get(playerId) ?? [];
    if (seated) this.#ends.set(playerId, [...ends, this.#bus.follow("player", playerId)]);
    else ends.pop()?.();
    if (ends.length === 0 && !seated) this.#ends.delete(playerId);
  }
}

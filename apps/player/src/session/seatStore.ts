/** Holds what the game screen shows (`seat.ts`) and calls its subscribers when it changes. */
import { EMPTY_SEAT, nextSeat } from "./seat.ts";
import type { SeatEvent, SeatView } from "./seat.ts";

export class SeatStore {
  readonly #subscribers = new Set<() => void>();
  #view: SeatView = EMPTY_SEAT;

  get view(): SeatView {
    return this.#view;
  }
  apply(event: SeatEvent): void {
    const next = nextSeat(this.#view, event);
    if (next === this.#view) return;
    this.#view = next;
    for (const subscriber of this.#subscribers) subscriber();
  }
  /** Returns the function that ends the subscription. */
  subscribe(subscriber: () => void): () => void {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }
}

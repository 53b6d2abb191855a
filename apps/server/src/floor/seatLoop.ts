/**
 * The loop of one machine's seat: gives each event to the rules, has their effects carried out one after the other, and
 * gives the resulting events to the rules again. The only code that changes the seat's state.
 */
import { reduce } from "./seat/reducer.ts";
import type { MachineFacts, SeatEffect, SeatEvent, SeatRules, SeatState, UntimedEvent } from "./seat/types.ts";

/** More events than this from a single one are a mistake of the rules. */
const MAX_EVENTS = 64;

export interface SeatLoopParts {
  rules: SeatRules;
  /** Play time, milliseconds. */
  now: () => number;
  /** Returns the event that an effect resulted in, or null. */
  carryOut: (effect: SeatEffect) => Promise<UntimedEvent | null>;
  /** Called after the last effect. */
  onChange: () => void;
}

export class SeatLoop {
  readonly #parts: SeatLoopParts;
  #state: SeatState;
  constructor(initial: SeatState, parts: SeatLoopParts) {
    this.#state = initial;
    this.#parts = parts;
  }

  get state(): Readonly<SeatState> {
    return this.#state;
  }
  /** Must not run twice at once: call it from the machine's queue only. */
  async dispatch(first: UntimedEvent): Promise<void> {
    const { rules, carryOut, onChange } = this.#parts;
    const events = [this.#timed(first)];
    for (let handled = 0; handled < events.length; handled += 1) {
      if (handled > MAX_EVENTS) throw new Error("one event led to too many others");
      const event = events[handled];
      if (!event) break;
      const { state, effects } = reduce(this.#state, event, rules);
      this.#state = state;
      for (const effect of effects) {
        const result = await carryOut(effect);
        if (result) events.push(this.#timed(result));
      }
    }
    onChange();
  }
  #timed(event: UntimedEvent): SeatEvent {
    return { ...event, now: this.#parts.now() };
  }
  /** Current facts without a decision: the rules use them with the next event. */
  setFacts(facts: { machine?: MachineFacts; outOfPlay?: boolean }): void {
    this.#state = { ...this.#state, ...facts };
  }
}

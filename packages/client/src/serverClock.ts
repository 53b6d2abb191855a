/**
 * The clock of the server process at the other end of one connection: its heartbeats show it, and the round trips of pings say
 * how long they travel. So a press carries when it was made.
 */

/** Of the last heartbeats the quickest counts: about ten seconds of them. */
const HEARTBEATS = 10;
const ROUND_TRIPS = 4;
/** The way of a heartbeat counts for at most so much: a round trip that was long by chance must not put the clock ahead. */
const LONGEST_WAY_MS = 250;

const addTo = (samples: number[], sample: number, kept: number) => {
  samples.push(sample);
  if (samples.length > kept) samples.shift();
};

export class ServerClock {
  /** The server's clock less `performance.now()`, at most. */
  readonly #offsets: number[] = [];
  readonly #roundTrips: number[] = [];

  /** A heartbeat has arrived. @param at what the server's clock showed when it was sent, ms since 1970 */
  heartbeat(at: number): void {
    addTo(this.#offsets, at - performance.now(), HEARTBEATS);
  }
  /** @param ms of a ping */
  roundTrip(ms: number): void {
    addTo(this.#roundTrips, ms, ROUND_TRIPS);
  }
  /** Whole ms since 1970; null: not known yet. */
  now(): number | null {
    if (this.#offsets.length === 0) return null;
    const way = this.#roundTrips.length === 0 ? 0 : Math.min(...this.#roundTrips) / 2;
    return Math.round(performance.now() + Math.max(...this.#offsets) + Math.min(way, LONGEST_WAY_MS));
  }
}

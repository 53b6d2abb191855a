/**
 * One request a second from this edge to each floor where it has seats: the floor learns that the edge lives, and the edge
 * which floors live, which connections they do not know, and which pushes were lost.
 */
import type { Bus } from "../../bus/bus.ts";
import { BusAway } from "../../bus/errors.ts";
import type { FloorClocks } from "./floorClocks.ts";
import { LIVENESS } from "./messages.ts";
import type { SeatProxy } from "./seatProxy.ts";

const EVERY_MS = 1_000;
/** So many without an answer: the floor is gone. */
const MISSED = 2;
/** Connections of one request: it stays below the size that the bus carries. */
const PAGE = 2_000;

export interface LivenessParts {
  bus: Bus;
  edge: string;
  clocks: FloorClocks;
  proxies: ReadonlyMap<string, SeatProxy>;
}

export class Liveness {
  readonly #parts: LivenessParts;
  /** Beats in a row without an answer, by floor. */
  readonly #missed = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  constructor(parts: LivenessParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.#beatAll(), EVERY_MS);
    this.#timer.unref();
  }
  stop(): void {
    clearInterval(this.#timer);
  }
  #seatsOf(floor: string): SeatProxy[] {
    return [...this.#parts.proxies.values()].filter((proxy) => proxy.floor === floor);
  }
  #beatAll(): void {
    const byFloor = Map.groupBy(this.#parts.proxies.values(), ({ floor }) => floor);
    for (const floor of this.#missed.keys()) if (!byFloor.has(floor)) this.#missed.delete(floor);
    for (const [floor, proxies] of byFloor) {
      if (floor === null) continue;
      for (let from = 0; from < proxies.length; from += PAGE) void this.#beat(floor, proxies.slice(from, from + PAGE));
    }
  }
  async #beat(floor: string, proxies: readonly SeatProxy[]): Promise<void> {
    const { bus, edge, clocks } = this.#parts;
    const connections = proxies.map(({ position }) => position);
    try {
      const answer = await bus.request(LIVENESS, floor, "beat", { edge, connections }, { withinMs: EVERY_MS });
      this.#missed.delete(floor);
      clocks.note(floor, answer.at);
      for (const name of answer.unknown) this.#ofFloor(name, floor)?.relocate();
      for (const [name, n] of answer.behind) this.#ofFloor(name, floor)?.isAt(n);
    } catch (error) {
      // While the bus itself is down nothing is known of the floor.
      if (!bus.isUp) return;
      clocks.forget(floor);
      const missed = error instanceof BusAway ? MISSED : (this.#missed.get(floor) ?? 0) + 1;
      this.#missed.set(floor, missed);
      if (missed >= MISSED) for (const proxy of this.#seatsOf(floor)) proxy.relocate();
    }
  }
  /** Its seat may have moved since the question. */
  #ofFloor(name: string, floor: string): SeatProxy | null {
    const proxy = this.#parts.proxies.get(name);
    return proxy?.floor === floor ? proxy : null;
  }
}

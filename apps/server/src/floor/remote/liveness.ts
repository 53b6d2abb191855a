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
      void this.#beatFloor(floor, proxies);
    }
  }
  /** All pages are one beat: however many there are, the floor is gone after two beats. */
  async #beatFloor(floor: string, proxies: readonly SeatProxy[]): Promise<void> {
    const pages = Array.from({ length: Math.ceil(proxies.length / PAGE) }, (_, page) =>
      this.#beat(floor, proxies.slice(page * PAGE, (page + 1) * PAGE)),
    );
    const outcomes = await Promise.all(pages);
    // While the bus itself is down nothing is known of the floor.
    if (outcomes.includes("answered") || !this.#parts.bus.isUp) return;
    this.#parts.clocks.forget(floor);
    const missed = outcomes.includes("away") ? MISSED : (this.#missed.get(floor) ?? 0) + 1;
    this.#missed.set(floor, missed);
    if (missed >= MISSED) for (const proxy of this.#seatsOf(floor)) proxy.relocate();
  }
  async #beat(floor: string, proxies: readonly SeatProxy[]): Promise<"answered" | "away" | "unanswered"> {
    const { bus, edge, clocks } = this.#parts;
    const connections = proxies.map(({ position }) => position);
    try {
      const answer = await bus.request(LIVENESS, floor, "beat", { edge, connections }, { withinMs: EVERY_MS });
      this.#missed.delete(floor);
      clocks.note(floor, answer.at);
      for (const name of answer.unknown) this.#ofFloor(name, floor)?.relocate();
      for (const [name, n] of answer.behind) this.#ofFloor(name, floor)?.isAt(n);
      return "answered";
    } catch (error) {
      return error instanceof BusAway ? "away" : "unanswered";
    }
  }
  /** Its seat may have moved since the question. */
  #ofFloor(name: string, floor: string): SeatProxy | null {
    const proxy = this.#parts.proxies.get(name);
    return proxy?.floor === floor ? proxy : null;
  }
}

/** Passes the pushes and closes of seats from the bus to their channels, also those that are published before `join`. */
import type { Bus, Topics } from "../../bus/bus.ts";
import type { Channel } from "./rpc.ts";

/** Kept for each seat until its channel has joined. Each is newer than the answer of `init`, or repeats it. */
const EARLY_PUSHES = 16;
const EARLY_SEATS = 256;

type Push = { kind: "push"; push: Topics["seat.push"] } | { kind: "close"; code: number; reason: string };
interface Seat {
  sessionId: string;
  epoch: number;
}
const keyOf = ({ sessionId, epoch }: Seat) => `${sessionId} ${epoch}`;

function deliver(channel: Channel, push: Push): void {
  if (push.kind === "push") channel.notify(push.push.method, push.push.params);
  else channel.close(push.code, push.reason);
}

export class SeatPushes {
  readonly #channels = new Map<string, Channel>();
  /** The seat with the newest push last. */
  readonly #early = new Map<string, Push[]>();
  readonly #unsubscribe: readonly (() => void)[];

  constructor(bus: Bus) {
    this.#unsubscribe = [
      bus.subscribe("seat.push", (push) => this.#route(keyOf(push), { kind: "push", push })),
      bus.subscribe("seat.close", (end) =>
        this.#route(keyOf(end), { kind: "close", code: end.code, reason: end.reason }),
      ),
    ];
  }

  join(seat: Seat, channel: Channel): void {
    const key = keyOf(seat);
    this.#channels.set(key, channel);
    // The answer of `init` is sent first.
    setImmediate(() => {
      for (const push of this.#early.get(key) ?? []) deliver(channel, push);
      this.#early.delete(key);
    });
  }
  /** Does nothing if another channel has the seat. */
  leave(seat: Seat, channel: Channel): void {
    const key = keyOf(seat);
    if (this.#channels.get(key) === channel) this.#channels.delete(key);
  }
  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  #route(key: string, push: Push): void {
    const channel = this.#channels.get(key);
    if (channel) return deliver(channel, push);
    const waiting = this.#early.get(key) ?? [];
    if (waiting.length >= EARLY_PUSHES) waiting.shift();
    waiting.push(push);
    this.#early.delete(key);
    this.#early.set(key, waiting);
    if (this.#early.size <= EARLY_SEATS) return;
    const oldest = this.#early.keys().next();
    if (!oldest.done) this.#early.delete(oldest.value);
  }
}

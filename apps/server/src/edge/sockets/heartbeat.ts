/** Sends a heartbeat every second to each socket that holds a seat, so that its client notices a connection that is lost. */
import { SOCKET } from "@reelcast/contract";
import { notification } from "./messages.ts";
import { pressClock } from "./pressTime.ts";
import type { Channel } from "./rpc.ts";

/** The same for all seats. */
const frameNow = () => Buffer.from(notification("heartbeat", { at: pressClock() }));

/** A channel, as far as it gets heartbeats. */
type Beating = Pick<Channel, "unresponsive" | "backlog" | "sendFrame" | "probe">;

export class Heartbeat {
  readonly #seated: ReadonlyMap<Beating, unknown>;
  /** Were unresponsive at the last heartbeat. Two in a row, so that a delay of this process counts for nobody. */
  readonly #missing = new Set<Beating>();
  readonly #timer = setInterval(() => {
    const frame = frameNow();
    for (const channel of this.#seated.keys()) this.send(channel, frame);
  }, SOCKET.heartbeatEveryMs).unref();

  constructor(seated: ReadonlyMap<Beating, unknown>) {
    this.#seated = seated;
  }
  send(channel: Beating, frame = frameNow()): void {
    const missed = this.#missing.delete(channel);
    if (channel.unresponsive) this.#missing.add(channel);
    // What the client sends is lost on the way: without heartbeats it notices, and connects again.
    if (missed && channel.unresponsive) return;
    // A reader that is behind gets what waits for it; that is a sign of life as well.
    if (this.#seated.has(channel) && channel.backlog === 0) {
      channel.sendFrame(frame);
      channel.probe();
    }
  }
  forget(channel: Beating): void {
    this.#missing.delete(channel);
  }
  stop(): void {
    clearInterval(this.#timer);
  }
}

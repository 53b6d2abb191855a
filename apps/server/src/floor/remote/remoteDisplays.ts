/**
 * The pictures of machines that run in other processes, for a media node. While somebody watches, the floor is asked again
 * every two seconds; a machine that changes its floor stands still meanwhile.
 */
import { shiftDisplay } from "@reelcast/machine";
import type { DisplayState, VideoSource } from "@reelcast/machine";
import type { Bus } from "../../bus/bus.ts";
import { BusAway } from "../../bus/errors.ts";
import type { ResultOf } from "../../bus/messages.ts";
import { DISPLAY, DISPLAYS } from "./displays.ts";
import { SenderClock } from "./senderClock.ts";

const WITHIN_MS = 2_000;
const ASK_EVERY_MS = 2_000;
const ASK_AGAIN_MS = 250;

type Answer = ResultOf<typeof DISPLAY, "want">;
type Drawn = Extract<Answer, { kind: "drawn" }>;

/** A drawn machine that somebody watches. */
class WatchedMachine {
  readonly listeners = new Set<(display: DisplayState) => void>();
  readonly #clock = new SenderClock();
  #newest: DisplayState;
  #timer: NodeJS.Timeout | undefined;
  readonly #ask: () => Promise<Answer>;
  readonly #unlisten: () => void;
  #stopped = false;
  constructor(bus: Bus, machineId: number, first: Drawn, ask: () => Promise<Answer>) {
    this.#newest = this.#byOwnClock(first);
    this.#ask = ask;
    this.#unlisten = bus.listen(DISPLAYS, machineId, (message) => this.#show(message));
    this.#askLater(ASK_AGAIN_MS);
  }
  get newest(): DisplayState {
    return this.#newest;
  }
  #byOwnClock({ display, at }: Pick<Drawn, "display" | "at">): DisplayState {
    return shiftDisplay(display, this.#clock.note(at));
  }
  #show(message: Pick<Drawn, "display" | "at">): void {
    this.#newest = this.#byOwnClock(message);
    for (const listener of this.listeners) listener(this.#newest);
  }
  #askLater(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#ask().then(
        (answer) => {
          if (this.#stopped) return;
          // What was sent before this process listened, or while the machine had no floor.
          if (answer.kind === "drawn") this.#show(answer);
          this.#askLater(ASK_EVERY_MS);
        },
        () => {
          if (!this.#stopped) this.#askLater(ASK_AGAIN_MS);
        },
      );
    }, ms).unref();
  }
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#unlisten();
  }
}

export interface RemoteDisplays {
  /** Null if no floor runs the machine. @throws AppError ServiceUnavailable */
  source(machineId: number): Promise<VideoSource | null>;
  /** Somebody watches the machine here. */
  isWatched(machineId: number): boolean;
  stop(): void;
}

export function createRemoteDisplays(bus: Bus): RemoteDisplays {
  const watched = new Map<number, WatchedMachine>();
  const ask = (machineId: number) => bus.request(DISPLAY, machineId, "want", {}, { withinMs: WITHIN_MS });

  function subscribe(machineId: number, first: Drawn, listener: (display: DisplayState) => void): () => void {
    const machine = watched.get(machineId) ?? new WatchedMachine(bus, machineId, first, () => ask(machineId));
    watched.set(machineId, machine);
    machine.listeners.add(listener);
    return () => {
      machine.listeners.delete(listener);
      if (machine.listeners.size > 0) return;
      machine.stop();
      if (watched.get(machineId) === machine) watched.delete(machineId);
    };
  }
  const drawn = (machineId: number, first: Drawn): VideoSource => ({
    kind: "drawn",
    display: () => watched.get(machineId)?.newest ?? shiftDisplay(first.display, new SenderClock().note(first.at)),
    subscribe: (listener) => subscribe(machineId, first, listener),
  });

  return {
    async source(machineId) {
      const known = watched.get(machineId);
      if (known) return drawn(machineId, { kind: "drawn", display: known.newest });
      try {
        const answer = await ask(machineId);
        return answer.kind === "whep" ? answer : drawn(machineId, answer);
      } catch (error) {
        if (error instanceof BusAway) return null;
        throw error;
      }
    },
    isWatched: (machineId) => watched.has(machineId),
    stop() {
      for (const machine of watched.values()) machine.stop();
      watched.clear();
    },
  };
}

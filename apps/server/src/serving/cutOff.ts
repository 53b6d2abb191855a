/**
 * An edge that does not reach the bus serves nobody's seat. While another edge reaches it, this one gives its players to
 * that one; if none does, they stay, and play goes on when the bus is back.
 */
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { NodeDrain } from "../floor/index.ts";

/** As long as a floor waits before it gives its machines to others. */
const AWAY_MS = 5_000;
const LOOK_MS = 1_000;
/** Time over which a process that is cut off closes its sockets: nobody can play at it. */
const CLOSE_WITHIN_MS = 1_000;

export interface CutOffOptions {
  bus: Pick<Bus, "isUp" | "onChange">;
  othersReach: () => Promise<boolean>;
  log: Pick<Logger, "warn">;
}
export interface CutOff {
  readonly isCutOff: boolean;
  onChange(listener: (cutOff: boolean) => void): () => void;
  stop(): void;
}

export function watchCutOff({ bus, othersReach, log }: CutOffOptions): CutOff {
  const listeners = new Set<(cutOff: boolean) => void>();
  let isCutOff = false;
  let timer: NodeJS.Timeout | undefined;
  const set = (cutOff: boolean) => {
    if (cutOff === isCutOff) return;
    isCutOff = cutOff;
    if (cutOff) log.warn("another edge reaches NATS and this one does not: players are sent there");
    for (const listener of listeners) listener(cutOff);
  };
  const look = async () => {
    // The database may be away as well: nothing is known then.
    const others = await othersReach().catch(() => false);
    if (bus.isUp) return;
    if (others) return set(true);
    timer = setTimeout(() => void look(), LOOK_MS).unref();
  };
  const follow = (up: boolean) => {
    clearTimeout(timer);
    if (up) set(false);
    else timer = setTimeout(() => void look(), AWAY_MS).unref();
  };
  const end = bus.onChange(follow);
  if (!bus.isUp) follow(false);
  return {
    get isCutOff() {
      return isCutOff;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      clearTimeout(timer);
      end();
    },
  };
}

/** For the sockets: this process drains over that time, or it is cut off. */
export function leaving(
  drain: Pick<NodeDrain, "draining" | "onDraining">,
  cutOff: CutOff,
  drainMs: number,
): (listener: (withinMs: number | null) => void) => () => void {
  return (listener) => {
    const say = () => listener(cutOff.isCutOff ? CLOSE_WITHIN_MS : drain.draining ? drainMs : null);
    const ends = [drain.onDraining(say), cutOff.onChange(say)];
    return () => ends.forEach((end) => end());
  };
}

/** Decides which machines this process takes from others, and hands over to them. hosts.ts carries it out. */
import type { Leases } from "./leases.ts";
import type { MachineHost } from "./machineHost.ts";
import { mayClaim, surplus } from "./share.ts";
import type { SharedMachines } from "./share.ts";

/** Machines that nobody has taken for so long are taken regardless of the share, so many in a round. */
const WITHOUT_TAKER_MS = 5_000;
const BEYOND_SHARE = 16;
/** After that, the process to whom they belong does not take machines: for so long nothing is handed over to it. */
const KEEP_MS = 60_000;
/** A drain waits so long for a machine with money under way, or in a game. */
const REST_WITHIN_MS = 20_000;

interface SharingParts {
  /** Name of this process in `floor_nodes`. */
  node: string;
  leases: Pick<Leases, "shared" | "claimFree">;
  /** Milliseconds of a monotonic clock; for tests. */
  now?: () => number;
}

/**
 * No money is under way, no session ends, and the machine plays no game or waits for its player: the next owner has nothing to
 * finish.
 */
function isAtRest(host: MachineHost): boolean {
  const { phase } = host.parts.driver.state();
  const isEnding = host.seat !== null && host.seat.ending !== null;
  return !host.transferring && !isEnding && !host.queue.isPressing && (phase === "idle" || phase === "winToTake");
}

export class MachineSharing {
  readonly #parts: SharingParts;
  readonly #now: () => number;
  /** As the database said at the beginning of this round. What this process hands over in it follows from nothing else. */
  #shared: SharedMachines = { total: 0, free: 0, held: new Map() };
  /** Since then there are machines that nobody has, and that this process leaves to others. */
  #freeSince: number | null = null;
  #keepUntil = -Infinity;
  #drainingSince: number | null = null;
  constructor(parts: SharingParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  async claim(): Promise<void> {
    const { node, leases } = this.#parts;
    this.#shared = await leases.shared();
    let limit = mayClaim(this.#shared, node);
    const now = this.#now();
    this.#freeSince = this.#shared.free > 0 && limit === 0 ? (this.#freeSince ?? now) : null;
    if (this.#freeSince !== null && now - this.#freeSince >= WITHOUT_TAKER_MS && this.#shared.held.has(node)) {
      limit = BEYOND_SHARE;
      this.#keepUntil = now + KEEP_MS;
    }
    if (limit > 0 && this.#shared.free > 0) await leases.claimFree(limit);
  }
  /** Nobody else could take this process's machines. */
  get isAlone(): boolean {
    const { held } = this.#shared;
    return held.size === 0 || (held.size === 1 && held.has(this.#parts.node));
  }
  /** All are to be handed over: hosts that are not at rest wait for that. */
  get isLeaving(): boolean {
    return this.#drainingSince !== null && !this.isAlone;
  }
  /** The hosts to hand over now: those without a player first. Those that wait to be handed over begin no game any more. */
  toHandOver(hosts: Iterable<MachineHost>): MachineHost[] {
    // Not counted: it is to drain, or the others can't reach it. A renewal learns up to a second later that a drain is over: by
    // then this process has taken machines, which it would hand over at once.
    const leaving = !this.#shared.held.has(this.#parts.node);
    const now = this.#now();
    this.#drainingSince = leaving ? (this.#drainingSince ?? now) : null;
    const all = [...hosts];
    // A player who plays without a pause would keep the machine for ever.
    for (const host of all) host.mayBeginGames = !this.isLeaving;
    if (this.isAlone) return [];
    const count = leaving ? Infinity : this.#surplus(now);
    if (count === 0) return [];
    const late = this.#drainingSince !== null && now - this.#drainingSince >= REST_WITHIN_MS;
    const ready = all.filter((host) => late || isAtRest(host));
    return ready.toSorted((a, b) => Number(a.seat !== null) - Number(b.seat !== null)).slice(0, count);
  }
  #surplus(now: number): number {
    return now < this.#keepUntil ? 0 : surplus(this.#shared, this.#parts.node);
  }
}

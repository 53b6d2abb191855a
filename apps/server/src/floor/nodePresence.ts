/**
 * What every process of a house with several has: a row by which others and the operator know it, a name that no other
 * process has, and the request to give its work to others. Whether it may run machines is another matter (nodes.ts).
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { ConnectionBreak, POLL_MS, keepRenewing, systemClock } from "./nodeRenewal.ts";
import type { NodeClock } from "./nodeRenewal.ts";
import { PostgresNodeStore } from "./nodeStore.ts";
import type { NodeDescription, NodeStats, NodeStore } from "./nodeStore.ts";

/** Another process has the name. `message` is one sentence for the operator. */
export class NodeNameTaken extends Error {
  override name = "NodeNameTaken";
  constructor(name: string) {
    super(`NODE_NAME ${name} is in use: another process of this house has that name.`);
  }
}

/** The request to a process to give its work to others, by an operator or because it ends. */
export interface NodeDrain {
  readonly draining: boolean;
  /** Called when that changes. Returns the function that ends it. */
  onDraining(listener: (draining: boolean) => void): () => void;
  /** The process ends: as if the operator had asked for it. */
  drain(): Promise<void>;
}

export interface NodePresence extends NodeDrain {
  /** Of this process on this database; new at each start. */
  readonly id: string;
  /** Resolves once the process is registered. Rejects when `signal` aborts. @throws NodeNameTaken */
  register(signal: AbortSignal): Promise<void>;
  /** Deletes the row, and frees the name. */
  release(): Promise<void>;
}

export interface PresenceOptions {
  /** Of the database without a pooler between: the locks belong to the connection. */
  url: string;
  log: Pick<Logger, "info" | "warn">;
  describe: NodeDescription;
  /** Written with every fifth renewal: figures for `house nodes`. */
  stats?: (() => NodeStats) | undefined;
  /** For tests. */
  clock?: NodeClock;
}

/** The database may hold the name for so long for a former process whose computer is gone. */
const NAME_FREE_WITHIN_MS = 6_000;
/** Figures are written with one renewal of so many. */
const STATS_EVERY = 5;

/** The drain of this process, as its row says it. */
export class DrainState implements NodeDrain {
  readonly #store: Pick<NodeStore, "setDraining">;
  readonly #listeners = new Set<(draining: boolean) => void>();
  #draining = false;
  /** The process ends: there is no way back. */
  #ends = false;
  constructor(store: Pick<NodeStore, "setDraining">) {
    this.#store = store;
  }
  get draining(): boolean {
    return this.#draining;
  }
  onDraining(listener: (draining: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  async drain(): Promise<void> {
    this.#ends = true;
    this.#show(true);
    await this.#store.setDraining(true);
  }
  /** What the row says. */
  set(draining: boolean): void {
    // The row did not get it, or an operator has undone it: others would leave this process its share.
    if (this.#ends && !draining) void this.#store.setDraining(true).catch(() => {});
    else this.#show(draining);
  }
  #show(draining: boolean): void {
    if (draining === this.#draining) return;
    this.#draining = draining;
    for (const listener of this.#listeners) listener(draining);
  }
}

/** Waits for the name of this process. */
export class NodeName {
  readonly #name: string;
  readonly #store: Pick<NodeStore, "holdName">;
  readonly #clock: NodeClock;
  #since: number | null = null;
  constructor(name: string, store: Pick<NodeStore, "holdName">, clock: NodeClock) {
    this.#name = name;
    this.#store = store;
    this.#clock = clock;
  }
  /** Whether this process has it. @throws NodeNameTaken after 6 s in which another had it */
  async hold(): Promise<boolean> {
    if (await this.#store.holdName()) return true;
    this.#since ??= this.#clock.now();
    if (this.#clock.now() - this.#since >= NAME_FREE_WITHIN_MS) throw new NodeNameTaken(this.#name);
    return false;
  }
}

/** Figures of this process for every fifth renewal only, or at once when it has lost the others or found them again. */
export function sparsely(stats: (() => NodeStats) | undefined): () => NodeStats | undefined {
  let renewals = 0;
  let lastUp: boolean | undefined;
  return () => {
    const current = stats?.();
    const due = renewals % STATS_EVERY === 0 || current?.busUp !== lastUp;
    renewals += 1;
    lastUp = current?.busUp;
    return due ? current : undefined;
  };
}

class RegisteredNode implements NodePresence {
  readonly id = randomUUID();
  readonly #options: PresenceOptions;
  readonly #clock: NodeClock;
  readonly #connection = new ConnectionBreak();
  readonly #released = new AbortController();
  readonly #store: NodeStore;
  readonly #drain: DrainState;
  readonly #stats: () => NodeStats | undefined;
  #working: Promise<unknown> = Promise.resolve();
  constructor(options: PresenceOptions) {
    const { url, describe: description, clock = systemClock, stats } = options;
    this.#options = options;
    this.#clock = clock;
    this.#store = new PostgresNodeStore({
      url,
      node: this.id,
      shared: true,
      description,
      onBroken: this.#connection.broke,
    });
    this.#drain = new DrainState(this.#store);
    this.#stats = sparsely(stats);
  }

  get draining(): boolean {
    return this.#drain.draining;
  }
  onDraining(listener: (draining: boolean) => void): () => void {
    return this.#drain.onDraining(listener);
  }
  drain(): Promise<void> {
    return this.#drain.drain();
  }
  async register(signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    const registering = this.#hold(AbortSignal.any([signal, this.#released.signal]));
    this.#working = registering;
    await registering;
    this.#working = keepRenewing(this.#released.signal, {
      clock: this.#clock,
      log,
      node: this.id,
      connection: this.#connection,
      released: this.#released.signal,
      renew: () => this.#renew(),
      away: "the database does not answer",
    });
  }
  async release(): Promise<void> {
    if (this.#released.signal.aborted) return;
    this.#released.abort(new Error("the process ends"));
    await this.#working.catch(() => {});
    await this.#store.deleteOwn().catch(() => {});
    await this.#store.close();
  }

  async #hold(signal: AbortSignal): Promise<void> {
    const name = new NodeName(this.#options.describe.name, this.#store, this.#clock);
    let fails = false;
    for (;;) {
      signal.throwIfAborted();
      try {
        await this.#store.holdLock();
        if (await name.hold()) return await this.#renew();
      } catch (error) {
        if (error instanceof NodeNameTaken) throw error;
        this.#store.disconnect();
        if (!fails) this.#options.log.warn({ err: error, node: this.id }, "the database does not answer");
        fails = true;
      }
      await this.#clock.pause(POLL_MS, { signal });
    }
  }
  async #renew(): Promise<void> {
    await this.#store.holdLock();
    await this.#store.holdName();
    this.#drain.set((await this.#store.renew(this.#stats())).draining);
  }
}

/** For a process that runs no machines. */
export function createPresence(options: PresenceOptions): NodePresence {
  return new RegisteredNode(options);
}

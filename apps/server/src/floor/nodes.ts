/**
 * Which processes on a database are active: they alone migrate, take leases and act. Without other processes that share
 * the machines it is one. A process shows that it lives by an advisory lock on a connection of its own and by a counter
 * that it raises every second; nodeDeath.ts has the rule when another may take over. Sends no commands to machines and
 * writes nothing but its own row.
 */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Logger } from "pino";
import { isDead, observe } from "./nodeDeath.ts";
import type { Sighting, Watch } from "./nodeDeath.ts";
import { DrainState, NodeName, NodeNameTaken, sparsely } from "./nodePresence.ts";
import type { NodeDrain } from "./nodePresence.ts";
import { ConnectionBreak, POLL_MS, keepRenewing, systemClock } from "./nodeRenewal.ts";
import type { NodeClock } from "./nodeRenewal.ts";
import { PostgresNodeStore } from "./nodeStore.ts";
import type { NodeDescription, NodeStats, NodeStore, NodeStoreOptions } from "./nodeStore.ts";
import { NodeWatch } from "./nodeWatch.ts";

export type { NodeClock } from "./nodeRenewal.ts";

export interface FloorNode {
  /** Name of this process on this database; new at each start. */
  readonly id: string;
  /**
   * Resolves once this process is the active one: then it may migrate and take leases. Rejects when `signal` aborts.
   */
  becomeActive(signal: AbortSignal): Promise<void>;
  /** False from 3 s after the last successful renewal was sent, and for ever once another process became active. */
  hasAuthority(): boolean;
  /** @throws AppError ServiceUnavailable */
  assertAuthority(): void;
  /** Milliseconds in which this process could serve: it stands still while the database is away. For countdowns. */
  playTime(): number;
  /** Aborted when another process has become active or release() was called. */
  readonly lost: AbortSignal;
  /** Orderly end: another process may take over at once. */
  release(): Promise<void>;
  /** Only of a process that shares the machines with others. */
  readonly sharing?: NodeSharing | undefined;
}

export interface NodeSharing extends NodeDrain {
  /**
   * From now on this process takes machines: until then the others leave nothing to it.
   * @param reachesOthers whether it has reached the bus lately; written with its figures
   */
  begin(reachesOthers: () => boolean): Promise<void>;
  /** Another process is gone: its machines are free. Returns the function that ends it. */
  onGone(listener: () => void): () => void;
}

export interface NodeOptions {
  /** Of the database without a pooler between: the lock belongs to the connection. */
  url: string;
  log: Pick<Logger, "info" | "warn">;
  /** The database is in a data folder that this process has locked, so the former active process is gone. */
  alone?: boolean;
  /** Other processes of the house may be active too. The name in `describe` must be free then. */
  shared?: boolean;
  describe?: NodeDescription;
  /** Figures for `house nodes`, written from time to time. */
  stats?: () => NodeStats;
  /** For tests. */
  clock?: NodeClock;
  /** For tests. */
  openStore?: (options: NodeStoreOptions) => NodeStore;
}

/** Shorter than the death rule's 4 s by more than clocks of two computers drift apart in that time. */
const AUTHORITY_MS = 3_000;
/** Between two renewals at most so much counts as time in which this process could serve. */
const LONGEST_STEP_MS = 1_500;

class ElectedNode implements FloorNode {
  readonly id = randomUUID();
  readonly #options: NodeOptions;
  readonly #clock: NodeClock;
  readonly #store: NodeStore;
  /** Null without sharing: the process then needs no name. */
  readonly #name: NodeName | null;
  readonly #drain: DrainState;
  readonly #stats: () => NodeStats | undefined;
  #reachesOthers: (() => boolean) | null = null;
  readonly #connection = new ConnectionBreak();
  readonly #goneListeners = new Set<() => void>();
  readonly sharing: NodeSharing | undefined;
  readonly #lost = new AbortController();
  readonly #released = new AbortController();
  #active = false;
  /** When the last successful renewal was sent, and when it was answered. */
  #renewedAt = -Infinity;
  #answeredAt = -Infinity;
  #servedMs = 0;
  /** The loop that uses the store now. */
  #working: Promise<unknown> = Promise.resolve();
  constructor(options: NodeOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const { url, shared = false, describe: description, stats } = options;
    const openStore = options.openStore ?? ((storeOptions: NodeStoreOptions) => new PostgresNodeStore(storeOptions));
    this.#store = openStore({ url, node: this.id, shared, description, onBroken: this.#connection.broke });
    this.#drain = new DrainState(this.#store);
    this.#stats = shared
      ? sparsely(() => ({ ...(this.#reachesOthers ? { busUp: this.#reachesOthers() } : {}), ...stats?.() }))
      : sparsely(stats);
    this.#name = shared ? new NodeName(description?.name ?? this.id, this.#store, this.#clock) : null;
    this.sharing = shared ? this.#createSharing() : undefined;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }
  async becomeActive(signal: AbortSignal): Promise<void> {
    const waiting = this.#waitUntilActive(AbortSignal.any([signal, this.#released.signal]));
    this.#working = waiting;
    await waiting;
    await this.#store.deleteDead().catch(() => {});
    this.#working = this.#stayActive();
  }
  hasAuthority(): boolean {
    return this.#active && this.#clock.now() - this.#renewedAt < AUTHORITY_MS;
  }
  assertAuthority(): void {
    if (!this.hasAuthority()) throw new AppError(ErrorCode.ServiceUnavailable);
  }
  playTime(): number {
    return this.#servedMs + (this.#active ? Math.min(this.#clock.now() - this.#answeredAt, LONGEST_STEP_MS) : 0);
  }
  async release(): Promise<void> {
    if (this.#released.signal.aborted) return;
    this.#loseAuthority();
    this.#released.abort();
    await this.#working.catch(() => {});
    this.#active = false;
    // If the database is away, others see by the lock and the counter that this process is gone.
    await this.#store.deleteOwn().catch(() => {});
    await this.#store.close();
  }

  // ——— becoming active ———

  async #waitUntilActive(signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    let watch: Watch | null = null;
    let fails = false;
    for (;;) {
      signal.throwIfAborted();
      try {
        watch = await this.#tryToBecomeActive(watch);
        fails = false;
      } catch (error) {
        if (error instanceof NodeNameTaken) throw error;
        watch = null;
        this.#store.disconnect();
        if (!fails) log.warn({ err: error, node: this.id }, "the database does not answer");
        fails = true;
      }
      if (this.#active) return;
      await this.#clock.pause(POLL_MS, { signal });
    }
  }
  /** One attempt. @param watch what is known of the active process */
  async #tryToBecomeActive(watch: Watch | null): Promise<Watch | null> {
    const { log, alone = false } = this.#options;
    const sentAt = this.#clock.now();
    await this.#store.holdLock();
    if (this.#name && !(await this.#name.hold())) return null;
    const row = await this.#store.look();
    if (row === null) {
      await this.#elect(null);
      return null;
    }
    if (row.node === this.id) {
      // It was elected, and the answer was lost.
      this.#active = (await this.#store.renew()).active;
      if (this.#active) this.#renewed(sentAt);
      return null;
    }
    const sighting: Sighting = { ...row, at: this.#clock.now() };
    if (watch === null) log.info({ node: this.id, active: row.node }, "another process is active: this one stands by");
    const known = observe(watch, sighting);
    if (!alone && !isDead(known)) return known;
    await this.#elect(sighting);
    if (this.#active) log.warn({ node: this.id, dead: row.node }, "the active process is gone: this one takes over");
    return null;
  }
  async #elect(dead: Sighting | null): Promise<void> {
    const sentAt = this.#clock.now();
    this.#active = await this.#store.elect(dead);
    if (this.#active) this.#renewed(sentAt);
  }

  // ——— staying active ———

  async #stayActive(): Promise<void> {
    const { log } = this.#options;
    const [node, clock, store, until] = [this.id, this.#clock, this.#store, this.#lost.signal];
    const renewing = keepRenewing(until, {
      clock,
      log,
      node,
      connection: this.#connection,
      released: this.#released.signal,
      renew: (sentAt) => this.#renew(sentAt),
      away: "the database does not answer: this process can't act for long",
    });
    const onGone = () => this.#goneListeners.forEach((listener) => listener());
    const watching = this.sharing && new NodeWatch({ node, store, clock, log, onGone }).run(until);
    await Promise.all([renewing, watching]);
  }
  async #renew(sentAt: number): Promise<void> {
    await this.#store.holdLock();
    if (this.#name) await this.#store.holdName();
    const { active, draining } = await this.#store.renew(this.#stats());
    if (active) {
      this.#renewed(sentAt);
      this.#drain.set(draining);
      return;
    }
    const reason = this.sharing ? "this process was found dead" : "another process has become active";
    this.#options.log.warn({ node: this.id }, reason);
    this.#loseAuthority();
  }
  #renewed(sentAt: number): void {
    const answeredAt = this.#clock.now();
    if (Number.isFinite(this.#answeredAt)) this.#servedMs += Math.min(answeredAt - this.#answeredAt, LONGEST_STEP_MS);
    this.#renewedAt = sentAt;
    this.#answeredAt = answeredAt;
  }
  #loseAuthority(): void {
    this.#active = false;
    if (!this.#lost.signal.aborted) this.#lost.abort();
  }
  #createSharing(): NodeSharing {
    const drain = this.#drain;
    return {
      get draining() {
        return drain.draining;
      },
      onDraining: (listener) => drain.onDraining(listener),
      drain: () => drain.drain(),
      begin: (reachesOthers) => {
        this.#reachesOthers = reachesOthers;
        return this.#store.setClaiming();
      },
      onGone: (listener) => {
        this.#goneListeners.add(listener);
        return () => void this.#goneListeners.delete(listener);
      },
    };
  }
}

export function createFloorNode(options: NodeOptions): FloorNode {
  return new ElectedNode(options);
}

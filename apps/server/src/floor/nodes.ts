/**
 * Which process on a database is the active one: it alone migrates, takes leases and acts. A process shows that it
 * lives by an advisory lock on a connection of its own and by a counter that it raises every second; nodeDeath.ts has
 * the rule when another may take over. Sends no commands to machines and writes nothing but its own row.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Logger } from "pino";
import { isDead, observe } from "./nodeDeath.ts";
import type { Sighting, Watch } from "./nodeDeath.ts";
import { PostgresNodeStore } from "./nodeStore.ts";
import type { NodeStore, NodeStoreOptions } from "./nodeStore.ts";

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
}

export interface NodeClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Rejects when `signal` aborts. @param options.ref false: does not keep the process running */
  pause(ms: number, options: { signal: AbortSignal; ref?: boolean }): Promise<void>;
}

export interface NodeOptions {
  /** Of the database without a pooler between: the lock belongs to the connection. */
  url: string;
  log: Pick<Logger, "info" | "warn">;
  /** The database is in a data folder that this process has locked, so the former active process is gone. */
  alone?: boolean;
  /** For tests. */
  clock?: NodeClock;
  /** For tests. */
  openStore?: (options: NodeStoreOptions) => NodeStore;
}

/** Shorter than the death rule's 4 s by more than clocks of two computers drift apart in that time. */
const AUTHORITY_MS = 3_000;
const RENEW_MS = 1_000;
const POLL_MS = 250;
/** Between two renewals at most so much counts as time in which this process could serve. */
const LONGEST_STEP_MS = 1_500;

const systemClock: NodeClock = {
  now: () => performance.now(),
  pause: (ms, options) => pause(ms, undefined, options),
};

class ElectedNode implements FloorNode {
  readonly id = randomUUID();
  readonly #options: NodeOptions;
  readonly #clock: NodeClock;
  readonly #store: NodeStore;
  readonly #lost = new AbortController();
  readonly #released = new AbortController();
  #active = false;
  /** When the last successful renewal was sent, and when it was answered. */
  #renewedAt = -Infinity;
  #answeredAt = -Infinity;
  #servedMs = 0;
  /** Aborted when the connection broke. */
  #broken = new AbortController();
  /** The loop that uses the store now. */
  #working: Promise<unknown> = Promise.resolve();
  constructor(options: NodeOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const openStore = options.openStore ?? ((storeOptions: NodeStoreOptions) => new PostgresNodeStore(storeOptions));
    this.#store = openStore({ url: options.url, node: this.id, onBroken: () => this.#broken.abort() });
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }
  async becomeActive(signal: AbortSignal): Promise<void> {
    const waiting = this.#waitUntilActive(AbortSignal.any([signal, this.#released.signal]));
    this.#working = waiting;
    await waiting;
    await this.#store.deleteDead().catch(() => {});
    this.#working = this.#keepRenewing();
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
    const row = await this.#store.look();
    if (row === null) {
      await this.#elect(null);
      return null;
    }
    if (row.node === this.id) {
      // It was elected, and the answer was lost.
      this.#active = await this.#store.renew();
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

  async #keepRenewing(): Promise<void> {
    const { log } = this.#options;
    let fails = false;
    while (!this.#lost.signal.aborted) {
      const sentAt = this.#clock.now();
      try {
        await this.#renew(sentAt);
        if (fails) log.info({ node: this.id }, "the database answers again");
        fails = false;
      } catch (error) {
        if (!fails)
          log.warn({ err: error, node: this.id }, "the database does not answer: this process can't act for long");
        fails = true;
      }
      const wait = fails ? POLL_MS : Math.max(0, RENEW_MS - (this.#clock.now() - sentAt));
      const signal = AbortSignal.any([this.#released.signal, this.#broken.signal]);
      await this.#clock.pause(wait, { signal, ref: false }).catch(() => {});
      this.#broken = new AbortController();
    }
  }
  async #renew(sentAt: number): Promise<void> {
    await this.#store.holdLock();
    if (await this.#store.renew()) return this.#renewed(sentAt);
    this.#options.log.warn({ node: this.id }, "another process has become active");
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
}

export function createFloorNode(options: NodeOptions): FloorNode {
  return new ElectedNode(options);
}

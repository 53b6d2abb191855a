/**
 * The regular work of a host, four times a second: what failed before, hand pays, lost locks, transfers that an
 * operator may have settled, limits, countdowns, and the comparison of meters when it is due.
 */
import type { Effects } from "./effects.ts";
import type { HostContext, HostParts } from "./hostParts.ts";
import type { HostQueue } from "./hostQueue.ts";
import { whereReachable } from "./machineErrors.ts";
import type { MeterComparison } from "./meterComparison.ts";
import type { SeatLoop } from "./seatLoop.ts";

const TICK_MS = 250;
const CHECK_MANUAL_MS = 5_000;

export interface HostTickParts {
  host: HostParts;
  context: HostContext;
  queue: HostQueue;
  loop: SeatLoop;
  effects: Effects;
  comparison: MeterComparison;
}

export class HostTick {
  readonly #parts: HostTickParts;
  #timer: NodeJS.Timeout | undefined;
  #isQueued = false;
  #handPayAt: number | null = null;
  #checkManualAt = 0;
  constructor(parts: HostTickParts) {
    this.#parts = parts;
  }
  #now(): number {
    return this.#parts.host.node.playTime();
  }

  start(): void {
    this.#timer = setInterval(() => this.#enqueue(), TICK_MS);
    this.#timer.unref();
  }
  stop(): void {
    clearInterval(this.#timer);
  }
  /** One tick at a time, so that a slow database or machine does not fill the queue. None without authority. */
  #enqueue(): void {
    const { host, queue } = this.#parts;
    if (this.#isQueued || queue.stopped || !host.node.hasAuthority()) return;
    this.#isQueued = true;
    queue.later(async () => {
      try {
        await this.#run();
      } finally {
        this.#isQueued = false;
      }
    });
  }
  async #run(): Promise<void> {
    const { context, loop, effects, comparison } = this.#parts;
    await effects.retry();
    await context.settleTotals();
    await this.#resetHandPay();
    await this.#releaseLock();
    await this.#checkManual();
    await context.checkLimits();
    await loop.dispatch({ type: "tick" });
    if (comparison.isDue) await whereReachable(() => comparison.run(false));
  }
  /** A hand pay may have begun under an earlier owner, or while the machine was offline. */
  async #resetHandPay(): Promise<void> {
    const { driver, handPayMs } = this.#parts.host;
    if (driver.state().phase !== "handPay") this.#handPayAt = null;
    else this.#handPayAt ??= this.#now() + handPayMs;
    if (this.#handPayAt !== null && this.#now() >= this.#handPayAt) await whereReachable(() => driver.resetHandPay());
  }
  /** The command that releases the lock after a transfer may have been lost. */
  async #releaseLock(): Promise<void> {
    const { driver } = this.#parts.host;
    const { locked, online } = driver.state();
    if (locked && online && this.#parts.loop.state.transfer === null) await whereReachable(() => driver.unlock());
  }
  /** An operator may have settled the transfer; a notification of that may have been lost. */
  async #checkManual(): Promise<void> {
    const { host, loop } = this.#parts;
    const open = loop.state.transfer;
    if (!open || !("transfer" in open) || open.transfer.state !== "manual" || this.#now() < this.#checkManualAt) return;
    this.#checkManualAt = this.#now() + CHECK_MANUAL_MS;
    const stored = await host.wallet.get(open.transfer.id);
    if (stored && stored.state !== "manual") await loop.dispatch({ type: "settledElsewhere", transfer: stored });
  }
  /** As `#checkManual`, at once. */
  async checkManualNow(): Promise<void> {
    this.#checkManualAt = 0;
    await this.#checkManual();
  }
}

/**
 * The two serial queues of a host: one for everything that happens to the machine, and one for presses, which must not
 * wait for the database. `enqueue` and `enqueuePress` run work only while this process has authority and the host has
 * not stopped. `later` checks only that the host has not stopped, `enqueueRecovery` and `record` check nothing.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { SerialQueue } from "@reelcast/contract/serialQueue";
import { MachineUnreachable } from "@reelcast/machine";
import type { HostParts } from "./hostParts.ts";
import { hasOtherOwner } from "./machineErrors.ts";

type HostQueueParts = Pick<HostParts, "node" | "log" | "onFenced" | "fence">;

export class HostQueue {
  readonly #parts: HostQueueParts;
  readonly #work = new SerialQueue();
  readonly #presses = new SerialQueue();
  #stopped = false;
  constructor(parts: HostQueueParts) {
    this.#parts = parts;
  }

  get stopped(): boolean {
    return this.#stopped;
  }
  /** A press is being carried out or waits. */
  get isPressing(): boolean {
    return this.#presses.busy;
  }
  /** For the recovery: its work runs without authority, and in a host that has stopped. */
  enqueueRecovery(work: () => Promise<void>): Promise<void> {
    return this.#work.enqueue(work);
  }
  /** @throws AppError ServiceUnavailable */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    return this.#work.enqueue(() => this.#withAuthority(work));
  }
  /** Serial too: each press sees the bet that earlier ones have chosen. @throws AppError ServiceUnavailable */
  enqueuePress<T>(press: () => Promise<T>): Promise<T> {
    return this.#presses.enqueue(() => this.#withAuthority(press));
  }
  /** Work that nobody waits for: runs without authority too, not after the stop. Its errors are logged. */
  later(work: () => Promise<void>): void {
    this.#work
      .enqueue(async () => (this.#stopped ? undefined : work()))
      .catch((error: unknown) => this.onFailure(error));
  }
  /**
   * Writes what a machine has reported, and nobody waits for it. Also while the host stops, which waits for it: the next
   * host can't know it otherwise. Its errors are logged; the database refuses it where another owner has the machine.
   */
  record(write: () => Promise<void>): void {
    this.#work.enqueue(write).catch((error: unknown) => {
      const { log, fence } = this.#parts;
      if (!this.#stopped || hasOtherOwner(error)) return this.onFailure(error);
      log.warn({ err: error, machineId: fence.machineId }, "the floor could not store what a machine reported");
    });
  }
  /** @throws AppError ServiceUnavailable if another owner has the machine, or this process ends */
  async #withAuthority<T>(work: () => Promise<T>): Promise<T> {
    if (this.#stopped) throw new AppError(ErrorCode.ServiceUnavailable);
    // Also where the caller has checked it: the work may have been queued for long.
    this.#parts.node.assertAuthority();
    try {
      return await work();
    } catch (error) {
      if (!hasOtherOwner(error)) throw error;
      this.onFailure(error);
      throw new AppError(ErrorCode.ServiceUnavailable, {}, { cause: error });
    }
  }
  /** Logs it, and gives the host up if another owner has the machine. */
  onFailure(error: unknown): void {
    if (this.#stopped || error instanceof MachineUnreachable) return;
    const { log, onFenced, fence } = this.#parts;
    const { machineId } = fence;
    if (hasOtherOwner(error)) {
      log.warn({ err: error, machineId }, "another owner has the machine");
      onFenced();
    } else log.error({ err: error, machineId }, "the floor could not do something; it is tried again");
  }
  /**
   * Refuses what is still queued, in both queues, but for what is recorded. Resolves when the machine's work that runs has
   * ended; does not wait for a press.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#work.drained();
  }
}

/**
 * Callers that wait for what the rules decide later: the outcome of a transfer, or the end of the session. Each gets
 * one answer.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Transfer } from "../wallet/index.ts";
import type { EndReason } from "./seat/types.ts";

type Waiting<T> = PromiseWithResolvers<T>;

function newWaiting<T>(): Waiting<T> {
  const waiting = Promise.withResolvers<T>();
  // A caller may have gone: a rejection that nobody awaits must not end the process.
  waiting.promise.catch(() => {});
  return waiting;
}

export class WaitingCallers {
  readonly #transfers = new Map<number, Waiting<Transfer>>();
  #ends: Waiting<number>[] = [];
  #lastCaller = 0;

  /** A new caller of a transfer; the rules answer it by its number. */
  addTransfer(): { caller: number; outcome: Promise<Transfer> } {
    this.#lastCaller += 1;
    const waiting = newWaiting<Transfer>();
    this.#transfers.set(this.#lastCaller, waiting);
    return { caller: this.#lastCaller, outcome: waiting.promise };
  }
  /** No effect for a caller that has its answer. */
  answer(caller: number, transfer: Transfer): void {
    this.#transfers.get(caller)?.resolve(transfer);
    this.#transfers.delete(caller);
  }
  /** No effect for a caller that has its answer. */
  refuse(caller: number, error: AppError): void {
    this.#transfers.get(caller)?.reject(error);
    this.#transfers.delete(caller);
  }

  /** Resolves with the amount that the end of the session brings into the wallet, minor units. */
  addEnd(): Promise<number> {
    const waiting = newWaiting<number>();
    this.#ends.push(waiting);
    return waiting.promise;
  }
  /** @param amount minor units: paid into the wallet, or under review if that is the reason */
  sessionEnded(reason: EndReason, amount: number): void {
    const ends = this.#ends;
    this.#ends = [];
    for (const waiting of ends) {
      if (reason === "checking") waiting.reject(new AppError(ErrorCode.AmountUnderReview, { amount }));
      else waiting.resolve(amount);
    }
  }

  rejectAll(error: AppError): void {
    for (const waiting of [...this.#ends, ...this.#transfers.values()]) waiting.reject(error);
  }
}

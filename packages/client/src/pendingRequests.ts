/** The requests of one socket that wait for their answers. Sends nothing itself. */
import { ApiError } from "./errors.ts";
import { errorOf } from "./rpcMessages.ts";
import type { RpcAnswer } from "./rpcMessages.ts";

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: ApiError) => void;
}

export class PendingRequests {
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;

  /**
   * @param parse checks a result. If it throws, the request fails with "badAnswer"
   * @param timeoutMs after it the request fails with "timeout"; null: no limit
   */
  add<T>(parse: (result: unknown) => T, timeoutMs: number | null): { id: number; result: Promise<T> } {
    const id = this.#nextId;
    this.#nextId += 1;
    const result = new Promise<T>((resolve, reject) => {
      const timer = timeoutMs === null ? undefined : setTimeout(() => this.#expire(id), timeoutMs);
      this.#pending.set(id, {
        resolve(value) {
          clearTimeout(timer);
          try {
            resolve(parse(value));
          } catch (error) {
            reject(new ApiError("badAnswer", { cause: error }));
          }
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      });
    });
    return { id, result };
  }

  /** An answer has arrived. One to an unknown request is ignored. */
  settle(answer: RpcAnswer): void {
    const pending = typeof answer.id === "number" ? this.#take(answer.id) : undefined;
    if ("result" in answer) pending?.resolve(answer.result);
    else pending?.reject(errorOf(answer.error));
  }

  /** The connection is lost: every request fails with "network". */
  failAll(): void {
    for (const { reject } of this.#pending.values()) reject(new ApiError("network"));
    this.#pending.clear();
  }

  #expire(id: number): void {
    this.#take(id)?.reject(new ApiError("timeout"));
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}

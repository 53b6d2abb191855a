/** The player's request to end the session. It is repeated until the server has answered, over lost connections. */
import { ErrorCode } from "@reelcast/contract";
import type { GAME_SOCKET } from "@reelcast/contract";
import type { RpcSocket } from "@reelcast/client/socket";
import { isApiError } from "../api/index.ts";
import type { ApiError } from "../api/index.ts";
import type { SeatStore } from "./seatStore.ts";
import { RESEND_MS, isUnanswered } from "./unanswered.ts";

export class Leaving {
  readonly #store: SeatStore;
  readonly #socket: Pick<RpcSocket<typeof GAME_SOCKET>, "request" | "close">;
  /** What the player waits for; null: not requested. */
  #answer: Promise<number> | null = null;
  #resolve: (amount: number) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(store: SeatStore, socket: Pick<RpcSocket<typeof GAME_SOCKET>, "request" | "close">) {
    this.#store = store;
    this.#socket = socket;
  }

  get requested(): boolean {
    return this.#answer !== null;
  }

  /** Resolves with the amount that was cashed out, minor units. A second call waits for the same. @throws ApiError */
  start(): Promise<number> {
    if (this.#answer) return this.#answer;
    this.#answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#send();
    return this.#answer;
  }

  /** After a reconnection to the same session. */
  resend(): void {
    if (this.requested) this.#send();
  }

  /** The session can't be resumed. Leaving is done if it has ended and its result is known. */
  onSessionLost(error: ApiError): void {
    if (!this.requested) return;
    // Money under review has not reached the wallet.
    const amount = error.params["reason"] === "checking" ? 0 : error.params.amount;
    const isEnded = isApiError(error, ErrorCode.SessionTerminated) && typeof amount === "number";
    void this.#settle(isEnded ? Promise.resolve(amount) : Promise.reject(error));
  }

  #send(): void {
    void this.#settle(this.#socket.request("leave", {}, true).then(({ amount }) => amount));
  }

  async #settle(result: Promise<number>): Promise<void> {
    try {
      this.#resolve(await result);
      this.#socket.close();
    } catch (error) {
      const { connection } = this.#store.view;
      // A lost connection sends it again after the reconnection. A player who has gone away waits no longer.
      if (isUnanswered(error) && (connection.kind !== "ended" || connection.why === "left")) {
        if (connection.kind === "live") setTimeout(() => this.resend(), RESEND_MS);
        return;
      }
      this.#answer = null;
      this.#reject(error);
    }
  }
}

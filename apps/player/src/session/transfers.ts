/**
 * Transfers of one seat. A transfer keeps its id until the server has answered, over lost connections, so that one
 * click is one transfer.
 */
import { ErrorCode } from "@reelcast/contract";
import type { GAME_SOCKET } from "@reelcast/contract";
import type { RpcSocket } from "@reelcast/client/socket";
import { ApiError } from "../api/index.ts";
import type { TransferUnderWay } from "./seat.ts";
import type { SeatStore } from "./seatStore.ts";
import { RESEND_MS, isUnanswered } from "./unanswered.ts";

interface Pending {
  transfer: TransferUnderWay;
  resolve: (amount: number) => void;
  reject: (error: unknown) => void;
}

export class SeatTransfers {
  readonly #store: SeatStore;
  readonly #socket: Pick<RpcSocket<typeof GAME_SOCKET>, "request">;
  /** By id. */
  readonly #pending = new Map<string, Pending>();

  constructor(store: SeatStore, socket: Pick<RpcSocket<typeof GAME_SOCKET>, "request">) {
    this.#store = store;
    this.#socket = socket;
  }

  /**
   * Resolves with the amount that was moved, minor units.
   * @param amount minor units; null: all the credit
   * @throws ApiError
   */
  async start(kind: TransferUnderWay["kind"], amount: number | null): Promise<number> {
    if (this.#store.view.transfer) throw new ApiError(ErrorCode.RequestInProgress);
    const transfer: TransferUnderWay = { clientTransferId: crypto.randomUUID(), kind, amount };
    this.#store.apply({ type: "transferBegun", transfer });
    return new Promise((resolve, reject) => {
      const pending = { transfer, resolve, reject };
      this.#pending.set(transfer.clientTransferId, pending);
      this.#send(pending);
    });
  }

  /** The id of the deposit that has no answer yet. */
  depositId(): string | undefined {
    return [...this.#pending.values()].find(({ transfer }) => transfer.kind === "cashin")?.transfer.clientTransferId;
  }

  /** After a reconnection to the same session. */
  resend(): void {
    for (const pending of this.#pending.values()) this.#send(pending);
  }

  /** The session is over. A deposit whose result the server does not know stays in doubt. */
  onSessionLost(error: ApiError): void {
    const { deposited } = error.params;
    for (const pending of this.#pending.values()) {
      if (pending.transfer.kind !== "cashin") continue;
      if (typeof deposited !== "number")
        void this.#settle(pending, Promise.reject(new ApiError(ErrorCode.TransferInDoubt)));
      else void this.#settle(pending, deposited > 0 ? Promise.resolve(deposited) : Promise.reject(error));
    }
  }

  #send(pending: Pending): void {
    void this.#settle(pending, this.#request(pending.transfer));
  }

  async #request({ clientTransferId: transferId, kind, amount }: TransferUnderWay): Promise<number> {
    if (kind === "cashout") return (await this.#socket.request("cashout", { transferId })).amount;
    const sessionId = this.#store.view.session?.id;
    await this.#socket.request("cashin", { amount: amount ?? 0, transferId, sessionId });
    return amount ?? 0;
  }

  async #settle(pending: Pending, result: Promise<number>): Promise<void> {
    try {
      const amount = await result;
      this.#end(pending);
      pending.resolve(amount);
    } catch (error) {
      const { connection } = this.#store.view;
      if (isUnanswered(error) && connection.kind !== "ended") {
        // A lost connection sends it again after the reconnection.
        if (connection.kind === "live") setTimeout(() => this.#isPending(pending) && this.#send(pending), RESEND_MS);
        return;
      }
      this.#end(pending);
      pending.reject(error);
    }
  }

  #isPending({ transfer }: Pending): boolean {
    return this.#pending.has(transfer.clientTransferId);
  }

  #end({ transfer: { clientTransferId } }: Pending): void {
    this.#pending.delete(clientTransferId);
    this.#store.apply({ type: "transferOver", clientTransferId });
  }
}

/**
 * One seat as the app holds it: the game socket and what became of it (`seat.ts`). Actions are asked of the server; a
 * transfer keeps its id until it has an answer, across lost connections.
 */
import { GAME_SOCKET } from "@reelcast/contract";
import type { Info } from "@reelcast/contract";
import { ApiError, isApiError, readToken } from "../api/index.ts";
import { createRpcSocket } from "./rpc.ts";
import type { RpcSocket } from "./rpc.ts";
import { EMPTY_SEAT, nextSeat } from "./seat.ts";
import type { SeatEvent, SeatView, TransferUnderWay } from "./seat.ts";

export interface GameSession {
  getSnapshot: () => SeatView;
  subscribe: (listener: () => void) => () => void;
  /** @throws ApiError */
  press(control: string): Promise<void>;
  /** Resolves with the amount that moved. @throws ApiError */
  cashIn(amount: number): Promise<number>;
  cashOut(): Promise<number>;
  /** Resolves once the credit is in the wallet and the session over. @throws ApiError */
  leave(): Promise<number>;
  /** Goes away without leaving: the seat is held for a while. */
  close(): void;
}

export function openGame(machineId: number): GameSession {
  let view: SeatView = EMPTY_SEAT;
  const listeners = new Set<() => void>();
  const { notifications } = GAME_SOCKET;
  /** Transfers whose answer is outstanding: sent again, with the same id, after each connection. */
  const outstanding = new Map<string, { transfer: TransferUnderWay; settle: (result: Promise<number>) => void }>();

  function change(event: SeatEvent): void {
    const next = nextSeat(view, event);
    if (next === view) return;
    view = next;
    for (const listener of listeners) listener();
  }

  const socket: RpcSocket<"game"> = createRpcSocket(
    "game",
    () => ({ machineID: machineId, token: readToken() ?? "" }),
    {
      onConnection: (connection) => change({ type: "connection", connection }),
      onReady(answer) {
        change({ type: "init", answer, now: Date.now() });
        for (const { transfer, settle } of outstanding.values()) settle(send(transfer));
      },
      onRefused: (error) => change({ type: "refused", error }),
      onRoundTrip: (ms) => change({ type: "roundTrip", ms }),
      onNotification(method, params) {
        if (method === "meters") change({ type: "meters", change: notifications.meters.parse(params) });
        else if (method === "info") hear(notifications.info.parse(params));
        else if (method === "limits") change({ type: "limits", change: notifications.limits.parse(params) });
        else if (method === "transfer") change({ type: "transferPush", push: notifications.transfer.parse(params) });
      },
    },
  );

  function hear(info: Info): void {
    change({ type: "info", info });
    // The house cashes out by itself; one that waits to be asked is asked. Whatever it answers, the session is over.
    if (info.action === "CLOSE_SESSION" && (view.meters?.credit ?? 0) > 0)
      void socket.request("cashout", { transferId: crypto.randomUUID() }).catch(() => {});
  }

  async function send(transfer: TransferUnderWay): Promise<number> {
    const { transferId, kind, amount } = transfer;
    if (kind === "cashin") {
      await socket.request("cashin", { amount: amount ?? 0, transferId });
      return amount ?? 0;
    }
    return (await socket.request("cashout", { transferId })).amount;
  }

  /** No answer is no answer: the money may have moved. The same id is asked for until the server says what became of it. */
  const isUnanswered = (error: unknown) =>
    isApiError(error, "network") || isApiError(error, "timeout") || isApiError(error, 60014);

  function transfer(kind: "cashin" | "cashout", amount: number | null): Promise<number> {
    if (view.transfer) return Promise.reject(new ApiError(40901));
    const underWay: TransferUnderWay = { transferId: crypto.randomUUID(), kind, amount };
    change({ type: "transferBegun", transfer: underWay });
    return new Promise((resolve, reject) => {
      const settle = (result: Promise<number>) => {
        result.then(
          (moved) => {
            over();
            resolve(moved);
          },
          (error: unknown) => {
            if (isUnanswered(error) && view.connection.kind !== "ended") {
              // On a live connection the settling takes time: asked again in a moment. A lost one asks when it is back.
              if (view.connection.kind === "live")
                setTimeout(() => outstanding.has(underWay.transferId) && settle(send(underWay)), 1_000);
              return;
            }
            over();
            reject(error);
          },
        );
      };
      const over = () => {
        outstanding.delete(underWay.transferId);
        change({ type: "transferOver", transferId: underWay.transferId });
      };
      outstanding.set(underWay.transferId, { transfer: underWay, settle });
      settle(send(underWay));
    });
  }

  return {
    getSnapshot: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async press(control) {
      change({ type: "pressed", control });
      try {
        await socket.request("press", { control });
      } finally {
        change({ type: "pressAnswered", control });
      }
    },
    cashIn: (amount) => transfer("cashin", amount),
    cashOut: () => transfer("cashout", null),
    async leave() {
      const { amount } = await socket.request("leave", {});
      socket.close();
      return amount;
    },
    close: () => socket.close(),
  };
}

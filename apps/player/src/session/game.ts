/**
 * One seat as the app holds it: the game socket and what became of it (`seat.ts`). Actions are asked of the server; a
 * transfer keeps its id until it has an answer, across lost connections.
 */
import { ErrorCode, GAME_SOCKET } from "@reelcast/contract";
import type { Info } from "@reelcast/contract";
import { ApiError, isApiError, readToken } from "../api/index.ts";
import { createRpcSocket } from "./rpc.ts";
import type { RpcSocket } from "./rpc.ts";
import { EMPTY_SEAT, nextSeat } from "./seat.ts";
import type { SeatEvent, SeatView, TransferUnderWay } from "./seat.ts";

/** A request that is being carried out, or could not be yet, is asked again after so long. */
const ASK_AGAIN_MS = 1_000;
/** After leaving during a join, this long is waited for the answer, to release the machine. */
const GIVE_BACK_WITHIN_MS = 10_000;
/**
 * Codes that are no answer to a transfer: none came, the same is being carried out, it was asked too often, the house
 * is not ready, or the machine has not said yet.
 */
const UNANSWERED: readonly (string | number)[] = [
  "network",
  "timeout",
  ErrorCode.RequestInProgress,
  ErrorCode.TooManyRequests,
  ErrorCode.ServiceUnavailable,
  ErrorCode.TransferInDoubt,
];

export interface GameSession {
  getSnapshot: () => SeatView;
  subscribe: (listener: () => void) => () => void;
  /** @throws ApiError */
  press(control: string): Promise<void>;
  /** Resolves with the amount that moved. @throws ApiError */
  cashIn(amount: number): Promise<number>;
  cashOut(): Promise<number>;
  /**
   * Resolves once the credit is in the wallet and the session over, with what its end brought: that takes as long as a
   * game or a machine takes, and goes on over lost connections. Asked again, it waits for the same. @throws ApiError
   */
  leave(): Promise<number>;
  /** Goes away: a seat before an empty machine is given back, any other is held for a while. */
  close(): void;
}

export function openGame(machineId: number): GameSession {
  let view: SeatView = EMPTY_SEAT;
  const listeners = new Set<() => void>();
  const { notifications } = GAME_SOCKET;
  /** Number of the last press of this connection. */
  let presses = 0;
  /** Transfers whose answer is outstanding: sent again, with the same id, after each connection of their session. */
  const outstanding = new Map<string, { transfer: TransferUnderWay; settle: (result: Promise<number>) => void }>();

  function change(event: SeatEvent): void {
    const next = nextSeat(view, event);
    if (next === view) return;
    view = next;
    for (const listener of listeners) listener();
  }

  /** Nobody looks on any more, though the machine was still being taken. */
  let abandoned = false;
  let leaving: Promise<number> | null = null;
  let endLeaving: ((result: Promise<number>) => void) | null = null;
  const deposit = () => [...outstanding.values()].find(({ transfer }) => transfer.kind === "cashin")?.transfer;

  const socket: RpcSocket<"game"> = createRpcSocket(
    "game",
    () => ({
      machineID: machineId,
      token: readToken() ?? "",
      // Resumes only this session: after a long absence the player is notified, not seated in a new one.
      ...(view.session && { sessionId: view.session.id, transferId: deposit()?.clientTransferId }),
    }),
    {
      onConnection: (connection) => change({ type: "connection", connection }),
      onReady(answer) {
        // A player who left during the join does not keep the machine; an earlier session stays as it was.
        if (abandoned) return answer.session.resumed ? socket.close() : giveBack();
        const before = view.session?.id;
        if (before !== undefined && before !== answer.session.id) {
          lose(new ApiError(ErrorCode.SessionTerminated));
          return giveBack();
        }
        presses = 0;
        change({ type: "init", answer, now: Date.now() });
        for (const { transfer, settle } of outstanding.values()) settle(send(transfer));
        endLeaving?.(askToLeave());
      },
      onRefused: lose,
      onRoundTrip: (ms) => change({ type: "roundTrip", ms }),
      onNotification(method, params) {
        if (method === "meters") change({ type: "meters", change: notifications.meters.parse(params) });
        else if (method === "info") onNotice(notifications.info.parse(params));
        else if (method === "limits") change({ type: "limits", change: notifications.limits.parse(params) });
        else if (method === "transfer") change({ type: "transferPush", push: notifications.transfer.parse(params) });
      },
    },
  );

  /** There is no way back to the session. What is not known of a deposit then is not guessed. */
  function lose(error: ApiError): void {
    const { amount, deposited } = error.params;
    for (const { transfer, settle } of outstanding.values()) {
      if (transfer.kind !== "cashin") continue;
      if (typeof deposited !== "number") settle(Promise.reject(new ApiError(ErrorCode.TransferInDoubt)));
      else settle(deposited > 0 ? Promise.resolve(deposited) : Promise.reject(error));
    }
    // What is being checked has gone nowhere yet.
    const brought = error.params["reason"] === "checking" ? 0 : amount;
    const ended = isApiError(error, ErrorCode.SessionTerminated) && typeof brought === "number";
    endLeaving?.(ended ? Promise.resolve(brought) : Promise.reject(error));
    change({ type: "refused", error });
  }

  function giveBack(): void {
    const close = () => socket.close();
    socket.request("leave", {}).then(close, close);
  }

  async function askToLeave(): Promise<number> {
    return (await socket.request("leave", {}, true)).amount;
  }

  function onNotice(info: Info): void {
    change({ type: "info", info });
    // The house cashes out by itself; one that waits to be asked is asked. Whatever it answers, the session is over.
    const asks = info.action === "CLOSE_SESSION" && info.params["reason"] !== "checking";
    if (asks && (view.meters?.credit ?? 0) > 0)
      void socket.request("cashout", { transferId: crypto.randomUUID() }).catch(() => {});
  }

  async function send(transfer: TransferUnderWay): Promise<number> {
    const { clientTransferId: transferId, kind, amount } = transfer;
    if (kind === "cashin") {
      await socket.request("cashin", { amount: amount ?? 0, transferId, sessionId: view.session?.id });
      return amount ?? 0;
    }
    return (await socket.request("cashout", { transferId })).amount;
  }

  /** No answer is no answer: the money may have moved. The same id is asked for until the server says what became of it. */
  const isUnanswered = (error: unknown) => isApiError(error) && UNANSWERED.includes(error.code);

  function transfer(kind: "cashin" | "cashout", amount: number | null): Promise<number> {
    if (view.transfer) return Promise.reject(new ApiError(ErrorCode.RequestInProgress));
    const underWay: TransferUnderWay = { clientTransferId: crypto.randomUUID(), kind, amount };
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
                setTimeout(() => outstanding.has(underWay.clientTransferId) && settle(send(underWay)), ASK_AGAIN_MS);
              return;
            }
            over();
            reject(error);
          },
        );
      };
      const over = () => {
        outstanding.delete(underWay.clientTransferId);
        change({ type: "transferOver", clientTransferId: underWay.clientTransferId });
      };
      outstanding.set(underWay.clientTransferId, { transfer: underWay, settle });
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
        // Never sent again: what was not answered may have been carried out.
        presses += 1;
        await socket.request("press", { control, seq: presses });
      } finally {
        change({ type: "pressAnswered", control });
      }
    },
    cashIn: (amount) => transfer("cashin", amount),
    cashOut: () => transfer("cashout", null),
    leave() {
      leaving ??= new Promise((resolve, reject) => {
        endLeaving = (result) =>
          void result.then(
            (amount) => {
              resolve(amount);
              socket.close();
            },
            (error: unknown) => {
              const { connection } = view;
              // Unanswered on a connection that comes back: asked again then. Who has gone away waits no more.
              if (isUnanswered(error) && (connection.kind !== "ended" || connection.why === "left")) {
                // On a live one the house is not ready: asked again in a moment.
                if (connection.kind === "live") setTimeout(() => endLeaving?.(askToLeave()), ASK_AGAIN_MS);
                return;
              }
              leaving = endLeaving = null;
              reject(error);
            },
          );
        endLeaving(askToLeave());
      });
      return leaving;
    },
    close() {
      const { meters, connection } = view;
      if (connection.kind === "live" && meters?.credit === 0 && meters.phase === "idle" && !leaving) giveBack();
      else if (connection.kind === "connecting" && !view.session) {
        abandoned = true;
        setTimeout(() => socket.close(), GIVE_BACK_WITHIN_MS);
      } else socket.close();
    },
  };
}

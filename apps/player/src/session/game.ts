/**
 * One seat as the game screen uses it: the game socket, what is known of the seat (`seat.ts`), and the player's actions.
 * The server decides about every action.
 */
import { clock } from "@reelcast/contract/clock";
import { ErrorCode, GAME_SOCKET, SOCKET } from "@reelcast/contract";
import type { AutoplayOptions, GameInitAnswer, Info, SocketParams } from "@reelcast/contract";
import type { RpcSocket } from "@reelcast/client/socket";
import { ApiError, isApiError, readToken } from "../api/index.ts";
import { Leaving } from "./leaving.ts";
import { PressTimes } from "./pressTimes.ts";
import { createRpcSocket } from "./rpc.ts";
import type { SeatView } from "./seat.ts";
import { SeatStore } from "./seatStore.ts";
import { SeatTransfers } from "./transfers.ts";

/** The time in an answer is older by so much at most, ms. */
const ON_ITS_WAY_MS = 1_000;
/** If the player goes away during the join, the answer is awaited for so long, to release the machine. */
const RELEASE_WITHIN_MS = 10_000;

/** Typing asks for more time no more often. */
const STAY_EVERY_MS = 2_000;

type VideoStats = Omit<SocketParams<"game", "video">, "firstFrameMs">;

export interface GameSession {
  getSnapshot: () => SeatView;
  subscribe: (listener: () => void) => () => void;
  /** @param auto pressed by autoplay, which must have been declared @throws ApiError */
  press(control: string, auto?: boolean): Promise<void>;
  /** The player is there without pressing: asks for more time, at most every few seconds. */
  stay(): void;
  /** Declares autoplay, or ends it (null). Resolves with what the server allows; null: none. @throws ApiError */
  declareAutoplay(options: AutoplayOptions | null): Promise<AutoplayOptions | null>;
  /** Resolves with the amount that moved. @throws ApiError */
  cashIn(amount: number): Promise<number>;
  cashOut(): Promise<number>;
  /**
   * Ends the session. Resolves with the amount that was cashed out, once it is in the wallet: that takes as long as the
   * game and the machine need, and continues over lost connections. A second call waits for the same. @throws ApiError
   */
  leave(): Promise<number>;
  /** For the operator's metrics; sent from time to time. */
  reportVideo(stats: VideoStats, firstFrameMs: number): void;
  /** The player has gone to another page: an idle machine without credit is released, any other is held for a while. */
  close(): void;
}

class SeatSession implements GameSession {
  readonly #machineId: number;
  readonly #store = new SeatStore();
  readonly #socket: RpcSocket<typeof GAME_SOCKET>;
  readonly #transfers: SeatTransfers;
  readonly #leaving: Leaving;
  /** Number of the last press of this connection. */
  #presses = 0;
  readonly #pressTimes = new PressTimes();
  /** The player went away during the join. */
  #abandoned = false;
  #reportVideoAt = 0;
  #stayAgainAt = 0;

  constructor(machineId: number) {
    this.#machineId = machineId;
    this.#socket = createRpcSocket(GAME_SOCKET, () => this.#init(), {
      onConnection: (connection) => this.#store.apply({ type: "connection", connection }),
      onReady: (answer) => this.#onReady(answer),
      onRefused: (error) => this.#onSessionLost(error),
      onRoundTrip: (ms) => this.#store.apply({ type: "roundTrip", ms }),
      onNotification: (method, params) => this.#onNotification(method, params),
    });
    this.#transfers = new SeatTransfers(this.#store, this.#socket);
    this.#leaving = new Leaving(this.#store, this.#socket);
  }

  getSnapshot = (): SeatView => this.#store.view;
  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  async press(control: string, auto = false): Promise<void> {
    this.#store.apply({ type: "pressed", control });
    const at = this.#pressTimes.next(this.#socket.serverTime());
    try {
      // Never sent twice: a press without an answer may have been carried out.
      this.#presses += 1;
      const press = { control, seq: this.#presses, ...(auto && { auto }), ...(at !== null && { at }) };
      await this.#socket.requestAtOnce("press", press);
    } catch (error) {
      if (isApiError(error, "network")) this.#pressTimes.lost(at);
      throw error;
    } finally {
      this.#store.apply({ type: "pressAnswered", control });
    }
  }
  stay(): void {
    const now = performance.now();
    if (now < this.#stayAgainAt) return;
    this.#stayAgainAt = now + STAY_EVERY_MS;
    // An older server does not know it: there only presses count.
    this.#socket.request("stay", {}).catch(() => {});
  }
  async declareAutoplay(options: AutoplayOptions | null): Promise<AutoplayOptions | null> {
    const { autoplay } = await this.#socket.request("autoplay", options ?? {});
    return autoplay;
  }
  cashIn(amount: number): Promise<number> {
    return this.#transfers.start("cashin", amount);
  }
  cashOut(): Promise<number> {
    return this.#transfers.start("cashout", null);
  }
  leave(): Promise<number> {
    return this.#leaving.start();
  }
  reportVideo({ freezes, packetLoss, rttMs }: VideoStats, firstFrameMs: number): void {
    const now = performance.now();
    if (now < this.#reportVideoAt) return;
    this.#reportVideoAt = now + SOCKET.videoReportEveryMs;
    // An older server does not know it.
    this.#socket.request("video", { firstFrameMs, freezes, packetLoss, rttMs }).catch(() => {});
  }

  close(): void {
    const { meters, connection, session } = this.#store.view;
    const isIdle = meters?.credit === 0 && meters.phase === "idle";
    if (connection.kind === "live" && isIdle && !this.#leaving.requested) this.#release();
    else if (connection.kind === "connecting" && !session) {
      this.#abandoned = true;
      setTimeout(() => this.#socket.close(), RELEASE_WITHIN_MS);
    } else this.#socket.close();
  }

  #init() {
    const { session } = this.#store.view;
    return {
      machineID: this.#machineId,
      token: readToken() ?? "",
      // Resumes only this session: after a long absence the player is notified, not seated in a new one.
      ...(session && { sessionId: session.id, transferId: this.#transfers.depositId() }),
    };
  }

  #onReady(answer: GameInitAnswer): void {
    // A player who left during the join does not keep a new session; an earlier session continues.
    if (this.#abandoned) return answer.session.resumed ? this.#socket.close() : this.#release();
    const before = this.#store.view.session?.id;
    if (before !== undefined && before !== answer.session.id) {
      this.#onSessionLost(new ApiError(ErrorCode.SessionTerminated));
      return this.#release();
    }
    this.#presses = 0;
    if (answer.now !== undefined) clock.sync(Date.parse(answer.now), ON_ITS_WAY_MS);
    this.#store.apply({ type: "init", answer });
    this.#transfers.resend();
    this.#leaving.resend();
    // Their connection is over: what the machine has not accepted by now it never will.
    if (this.#pressTimes.hadNoEffect(answer.lastPress))
      this.#store.apply({ type: "info", info: { code: ErrorCode.PressTooLate, params: {}, message: "", action: "" } });
  }

  #onNotification(method: string, params: unknown): void {
    const { meters, info, limits, transfer, autoplay, playRules } = GAME_SOCKET.notifications;
    if (method === "meters") this.#store.apply({ type: "meters", change: meters.parse(params) });
    else if (method === "info") this.#onNotice(info.parse(params));
    else if (method === "limits") this.#store.apply({ type: "limits", change: limits.parse(params) });
    else if (method === "playRules") this.#store.apply({ type: "playRules", rules: playRules.parse(params) });
    else if (method === "autoplay") this.#store.apply({ type: "autoplayPush", push: autoplay.parse(params) });
    else if (method === "transfer") this.#store.apply({ type: "transferPush", push: transfer.parse(params) });
  }

  #onNotice(info: Info): void {
    this.#store.apply({ type: "info", info });
    // A server that does not cash out by itself needs this request. The session is over whatever its answer is.
    const isClosing = info.action === "CLOSE_SESSION" && info.params["reason"] !== "checking";
    if (isClosing && (this.#store.view.meters?.credit ?? 0) > 0)
      this.#socket.request("cashout", { transferId: crypto.randomUUID() }).catch(() => {});
  }

  /** The session can't be resumed. */
  #onSessionLost(error: ApiError): void {
    this.#transfers.onSessionLost(error);
    this.#leaving.onSessionLost(error);
    this.#store.apply({ type: "refused", error });
  }

  /** Ends the session without waiting for the result. */
  #release(): void {
    const close = () => this.#socket.close();
    this.#socket.request("leave", {}).then(close, close);
  }
}

export function openGame(machineId: number): GameSession {
  return new SeatSession(machineId);
}

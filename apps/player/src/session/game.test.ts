import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import type { GAME_SOCKET, GameInitAnswer, SocketParams } from "@reelcast/contract";
import type { RpcEvents } from "@reelcast/client/socket";
import { ApiError } from "../api/index.ts";
import { openGame } from "./game.ts";
import type { GameSession } from "./game.ts";

/** The socket, in the hands of the test: what was asked, and what the server says to it. */
interface Asked {
  method: string;
  params: Record<string, unknown>;
  withoutTimeout: boolean;
  answer: (result: unknown) => void;
  refuse: (error: ApiError) => void;
}
const wire = vi.hoisted(() => ({
  asked: [] as unknown[],
  init: (() => ({})) as () => unknown,
  events: {} as unknown,
  closed: 0,
  serverTime: null as number | null,
}));
vi.mock("./rpc.ts", () => ({
  createRpcSocket(_contract: unknown, init: () => unknown, events: unknown) {
    Object.assign(wire, { init, events });
    const request = (method: string, params: object, withoutTimeout = false) =>
      new Promise((answer, refuse) => void wire.asked.push({ method, params, withoutTimeout, answer, refuse }));
    return {
      request,
      requestAtOnce: request,
      serverTime: () => wire.serverTime,
      close: () => {
        wire.closed += 1;
      },
    };
  },
}));
vi.mock("../api/index.ts", async (original) => ({ ...(await original<object>()), readToken: () => "token" }));

const events = () => wire.events as Required<RpcEvents<typeof GAME_SOCKET>>;
const asked = (method: string) => (wire.asked as Asked[]).filter((one) => one.method === method);
const last = (method: string): Asked => {
  const one = asked(method).at(-1);
  if (!one) throw new Error(`${method} was not asked`);
  return one;
};
const init = () => wire.init() as SocketParams<"game", "init">;
const settled = () => new Promise((resolve) => setTimeout(resolve));
const answerOf = (id: string, state: "playing" | "cashout" = "playing"): GameInitAnswer => ({
  session: { id, startedAt: "2026-01-01T00:00:00Z", state, resumed: id !== "first" },
  machine: { id: 3, name: "M", brand: "B", videoType: "screen", bands: [] },
  meters: {
    seq: 1,
    credit: 0,
    bet: 0,
    win: 0,
    status: "waiting",
    phase: "idle",
    freeSpins: 0,
    controls: {},
    selects: {},
  },
  limits: { depositSeconds: 60, idleSeconds: 120, maxAllIn: 100_000 },
  video: { url: "/v", iceServers: [] },
});
function lose(): void {
  events().onConnection({ kind: "waiting", attempt: 1, inMs: 1 });
  for (const one of wire.asked as Asked[]) one.refuse(new ApiError("network"));
}
function comeBack(id: string): void {
  events().onConnection({ kind: "live" });
  events().onReady(answerOf(id));
}
/** As the connection does it: first the refusal, then the end. */
function refuse(error: ApiError): void {
  events().onRefused(error);
  events().onConnection({ kind: "ended", why: "refused" });
}

let game: GameSession;
const outcome = (promise: Promise<number>) => promise.catch((error: unknown) => (error as ApiError).code);
beforeEach(() => {
  Object.assign(wire, { asked: [], closed: 0 });
  game = openGame(3);
  events().onConnection({ kind: "live" });
  events().onReady(answerOf("first"));
});

describe("a player who leaves while the machine is being taken", () => {
  it.each([
    ["first", 1],
    ["an earlier one", 0],
  ])("gives back a seat that was taken anew, and leaves an earlier session as it is (%s)", (id, leaves) => {
    const game = openGame(3);
    events().onConnection({ kind: "connecting", attempt: 0 });
    const before = asked("leave").length;
    game.close();
    expect(asked("leave")).toHaveLength(before);
    events().onReady(answerOf(id));
    expect(asked("leave")).toHaveLength(before + leaves);
    expect(game.getSnapshot().session).toBeNull();
  });
});

describe("a deposit whose answer was lost", () => {
  it("is sent again with its id and its session on the way back to that session", async () => {
    const deposit = game.cashIn(7_700);
    const { params } = last("cashin");
    expect(params).toMatchObject({ amount: 7_700, sessionId: "first" });
    lose();
    await settled();
    expect(init()).toMatchObject({ sessionId: "first", transferId: params["transferId"] });
    comeBack("first");
    expect(asked("cashin")).toHaveLength(2);
    expect(last("cashin").params).toEqual(params);
    last("cashin").answer({});
    expect(await deposit).toBe(7_700);
  });

  it.each([
    ["was not carried out", { reason: "held", amount: 0, deposited: 0 }, ErrorCode.SessionTerminated],
    ["was carried out before", { reason: "held", amount: 7_700, deposited: 7_700 }, 7_700],
    ["is not settled yet", { reason: "held" }, ErrorCode.TransferInDoubt],
  ])("is never sent again once its session is over: it %s", async (_, params, result) => {
    const deposit = outcome(game.cashIn(7_700));
    lose();
    await settled();
    refuse(new ApiError(ErrorCode.SessionTerminated, { params }));
    expect(await deposit).toBe(result);
    expect(asked("cashin")).toHaveLength(1);
    expect(game.getSnapshot()).toMatchObject({ transfer: null, refusal: { params } });
  });

  it("does not follow the player into another session, and that one is given back", async () => {
    void outcome(game.cashIn(7_700));
    lose();
    await settled();
    comeBack("second");
    expect(asked("cashin")).toHaveLength(1);
    last("leave").answer({ amount: 0 });
    await settled();
    expect(wire.closed).toBe(1);
    expect(game.getSnapshot()).toMatchObject({
      session: { id: "first" },
      refusal: { code: ErrorCode.SessionTerminated },
    });
  });
});

describe("a transfer that got no answer on a live connection", () => {
  it.each([
    ErrorCode.ServiceUnavailable,
    ErrorCode.RequestInProgress,
    ErrorCode.TooManyRequests,
    ErrorCode.TransferInDoubt,
  ])("is asked for again with the same id after %s", async (code) => {
    vi.useFakeTimers();
    const withdrawal = game.cashOut();
    const { params } = last("cashout");
    last("cashout").refuse(new ApiError(code));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked("cashout").map((one) => one.params)).toEqual([params, params]);
    expect(game.getSnapshot().transfer).toMatchObject({ clientTransferId: params["transferId"] });
    last("cashout").answer({ amount: 900, credit: 0, balance: 900 });
    await vi.advanceTimersByTimeAsync(0);
    expect(await withdrawal).toBe(900);
    vi.useRealTimers();
  });

  it("is asked for again though the credit has become zero meanwhile", async () => {
    events().onNotification("meters", { seq: 2, credit: 900 });
    const withdrawal = game.cashOut();
    const { params } = last("cashout");
    events().onNotification("meters", { seq: 3, credit: 0 });
    lose();
    await settled();
    comeBack("first");
    expect(asked("cashout")).toHaveLength(2);
    expect(last("cashout").params).toEqual(params);
    last("cashout").answer({ amount: 900, credit: 0, balance: 900 });
    expect(await withdrawal).toBe(900);
  });
});

describe("a press", () => {
  it("has a number that rises, anew on each connection, and is never sent again", async () => {
    void game.press("play").catch(() => {});
    const second = game.press("bet").catch((error: unknown) => (error as ApiError).code);
    expect(asked("press").map(({ params }) => params)).toEqual([
      { control: "play", seq: 1 },
      { control: "bet", seq: 2 },
    ]);
    lose();
    expect(await second).toBe("network");
    comeBack("first");
    await settled();
    expect(asked("press")).toHaveLength(2);
    void game.press("play").catch(() => {});
    expect(last("press").params).toEqual({ control: "play", seq: 1 });
  });
});

describe("the time of a press", () => {
  const lost = () => {
    void game.press("play").catch(() => {});
    lose();
  };
  const comeBackWith = (lastPress: number | null | undefined) => {
    events().onConnection({ kind: "live" });
    events().onReady({ ...answerOf("first"), ...(lastPress !== undefined && { lastPress }) });
    return game.getSnapshot().notices.map(({ code }) => code);
  };
  afterEach(() => void (wire.serverTime = null));

  it("is the server's, and no two presses have the same; without a known clock it is left out", () => {
    void game.press("play").catch(() => {});
    wire.serverTime = 5_000;
    void game.press("play").catch(() => {});
    void game.press("take").catch(() => {});
    expect(asked("press").map(({ params }) => params["at"])).toEqual([undefined, 5_000, 5_001]);
  });

  it.each([
    ["took an earlier press last", 4_000, [ErrorCode.PressTooLate]],
    ["took none", null, [ErrorCode.PressTooLate]],
    ["took this one", 5_000, []],
    ["is one of a server that does not know", undefined, []],
  ])("says to the player that a lost one had no effect, if that is known: the machine %s", async (_, last, notices) => {
    wire.serverTime = 5_000;
    lost();
    await settled();
    expect(comeBackWith(last)).toEqual(notices);
    // Once.
    events().onConnection({ kind: "waiting", attempt: 1, inMs: 1 });
    expect(comeBackWith(4_000)).toEqual(notices);
  });

  it("says nothing of a press without a time, and nothing of one that was refused", async () => {
    lost();
    await settled();
    wire.serverTime = 5_000;
    void game.press("play").catch(() => {});
    last("press").refuse(new ApiError(ErrorCode.PressRefused));
    await settled();
    expect(comeBackWith(null)).toEqual([]);
  });
});

describe("money that is being checked", () => {
  it("ends the session without another cash-out, and is not taken for money that came", async () => {
    events().onNotification("meters", { seq: 2, credit: 50_000 });
    const params = { reason: "checking", amount: 50_000 };
    const leaving = game.leave();
    events().onNotification("info", {
      code: ErrorCode.AmountUnderReview,
      params,
      message: "",
      action: "CLOSE_SESSION",
    });
    expect(asked("cashout")).toHaveLength(0);
    expect(game.getSnapshot().closing).toMatchObject({ why: "closed", code: ErrorCode.AmountUnderReview, params });
    lose();
    await settled();
    refuse(new ApiError(ErrorCode.SessionTerminated, { params }));
    expect(await leaving).toBe(0);
  });
});

describe("leaving", () => {
  it("is asked for again while the house is not ready", async () => {
    vi.useFakeTimers();
    const leaving = game.leave();
    last("leave").refuse(new ApiError(ErrorCode.ServiceUnavailable));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked("leave")).toHaveLength(2);
    last("leave").answer({ amount: 100 });
    await vi.advanceTimersByTimeAsync(0);
    expect(await leaving).toBe(100);
    vi.useRealTimers();
  });

  it("waits as long as it takes, once, and goes on after a lost connection", async () => {
    const leaving = game.leave();
    expect(game.leave()).toBe(leaving);
    expect(asked("leave")).toMatchObject([{ withoutTimeout: true }]);
    lose();
    await settled();
    comeBack("first");
    last("leave").answer({ amount: 4_200 });
    expect(await leaving).toBe(4_200);
    expect(wire.closed).toBe(1);
  });

  it("is done where the session has ended meanwhile, with what that brought", async () => {
    const leaving = game.leave();
    lose();
    await settled();
    refuse(new ApiError(ErrorCode.SessionTerminated, { params: { reason: "leave", amount: 900 } }));
    expect(await leaving).toBe(900);
  });

  it("says what it was refused for, and may be asked for again", async () => {
    const leaving = outcome(game.leave());
    last("leave").refuse(new ApiError(ErrorCode.SeatTakenOver));
    expect(await leaving).toBe(ErrorCode.SeatTakenOver);
    void game.leave();
    expect(asked("leave")).toHaveLength(2);
  });
});

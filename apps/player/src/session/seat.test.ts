import { describe, expect, it } from "vitest";
import { ErrorCode, InfoCode } from "@reelcast/contract";
import type { GameInitAnswer } from "@reelcast/contract";
import { delayOf, nextConnection } from "@reelcast/client/connection";
import type { Connection } from "@reelcast/client/connection";
import { EMPTY_SEAT, jackpotAfter, mainActionOf, nextSeat } from "./seat.ts";
import type { SeatView } from "./seat.ts";

const METERS = {
  seq: 5,
  credit: 1_000,
  bet: 100,
  win: 0,
  status: "playing" as const,
  phase: "idle" as const,
  freeSpins: 0,
  controls: { play: true, take: false },
  selects: {},
};
const ANSWER = {
  session: { id: "s", startedAt: "2026-01-01T00:00:00Z", state: "playing" as const, resumed: false },
  machine: {
    id: 3,
    name: "M",
    brand: "B",
    videoType: "screen" as const,
    bands: [
      {
        id: "play",
        name: "PLAY",
        Order: 9,
        controls: [
          { id: "take", label: "T", kind: "takeWin" as const, lit: false },
          { id: "play", label: "P", kind: "play" as const, lit: true },
        ],
      },
    ],
  },
  meters: METERS,
  limits: { depositSeconds: 60, idleSeconds: 120, maxAllIn: 100 },
  video: { url: "/v", iceServers: [] },
};
const seated = (): SeatView => nextSeat(EMPTY_SEAT, { type: "init", answer: ANSWER });

describe("the connection", () => {
  it("tries again with growing, jittered waits between 0.3 and 10 s", () => {
    let state: Connection = { kind: "live" };
    const waits: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      state = nextConnection(state, { type: "lost", code: 1006, random: 1 });
      if (state.kind === "waiting") waits.push(state.inMs);
      state = nextConnection(state, { type: "retry" });
    }
    expect(waits).toEqual([600, 1200, 2400, 4800, 9600, 10_000, 10_000, 10_000, 10_000]);
    expect(delayOf(3, 0)).toBe(300);
  });

  it.each([
    [4409, "takenOver"],
    [4403, "refused"],
    [1000, "closed"],
  ])("ends at close code %d: %s", (code, why) => {
    expect(nextConnection({ kind: "live" }, { type: "lost", code, random: 0 })).toEqual({ kind: "ended", why });
  });

  it("comes back after the end of its token, once a fresh one can be there", () => {
    const waiting = nextConnection({ kind: "live" }, { type: "lost", code: 4401, random: 0 });
    expect(waiting.kind === "waiting" && waiting.inMs).toBeGreaterThanOrEqual(1_000);
  });

  it("comes back after a restart of the server", () => {
    expect(nextConnection({ kind: "live" }, { type: "lost", code: 1012, random: 0 })).toMatchObject({
      kind: "waiting",
    });
  });
});

describe("the seat", () => {
  it("takes changes of meters in order and leaves out what came late", () => {
    let view = nextSeat(seated(), { type: "meters", change: { seq: 7, credit: 900, controls: { play: false } } });
    expect(view.meters).toMatchObject({ seq: 7, credit: 900, bet: 100, controls: { play: false, take: false } });
    view = nextSeat(view, { type: "meters", change: { seq: 6, credit: 1_000 } });
    expect(view.meters?.credit).toBe(900);
  });

  it("keeps a transfer through a new init until its own answer came", () => {
    const transfer = { clientTransferId: "t", kind: "cashin" as const, amount: 5 };
    let view = nextSeat(seated(), { type: "transferBegun", transfer });
    view = nextSeat(view, { type: "connection", connection: { kind: "waiting", attempt: 1, inMs: 1 } });
    view = nextSeat(view, { type: "init", answer: ANSWER });
    expect(view.transfer).toMatchObject(transfer);
    expect(nextSeat(view, { type: "transferOver", clientTransferId: "other" }).transfer).toMatchObject(transfer);
    expect(nextSeat(view, { type: "transferOver", clientTransferId: "t" }).transfer).toBeNull();
  });

  it("shows a transfer that it did not ask for as the server names it last", () => {
    const named = (transferId: string) => ({ transferId, kind: "cashin" as const, amount: 5 });
    const init = (transfer: GameInitAnswer["transfer"]) => ({ type: "init", answer: { ...ANSWER, transfer } }) as const;
    let view = nextSeat(seated(), init(named("a")));
    expect(view.transfer).toMatchObject({ clientTransferId: "a" });
    // It ended, and the next one began, while pushes were lost.
    view = nextSeat(view, { type: "transferPush", push: { ...named("b"), state: "pending" } });
    expect(view.transfer).toMatchObject({ clientTransferId: "b" });
    view = nextSeat(view, init(named("c")));
    expect(view.transfer).toMatchObject({ clientTransferId: "c" });
    expect(nextSeat(view, init(null)).transfer).toBeNull();
    expect(nextSeat(view, { type: "init", answer: ANSWER }).transfer).toBeNull();
  });

  it("says what the big button does", () => {
    const does = (controls: Record<string, boolean>, phase: "idle" | "spinning" | "winToTake" = "idle") =>
      mainActionOf(nextSeat(seated(), { type: "meters", change: { seq: 9, phase, controls } }))?.does ?? null;
    expect(does({ play: true })).toBe("play");
    expect(does({ play: true }, "spinning")).toBe("stop");
    expect(does({ play: false, take: true }, "winToTake")).toBe("takeWin");
    expect(does({ play: false })).toBeNull();
  });

  const info = (action: string, code: string | number, params: Record<string, string | number> = {}) => ({
    type: "info" as const,
    info: { action, code, params, message: "" },
  });

  it("ends a countdown when funds came, a press answered it, or the server says that it is over", () => {
    let view = nextSeat(seated(), info("SESSION_CLOSE_WARNING", InfoCode.DepositCountdown, { count: 7 }));
    expect(view.countdown).toEqual({ kind: "deposit", seconds: 7 });
    expect(nextSeat(view, { type: "pressed", control: "play" }).countdown).not.toBeNull();
    view = nextSeat(view, { type: "meters", change: { seq: 8, credit: 500 } });
    expect(view.countdown).toBeNull();
    view = nextSeat(view, info("SESSION_CLOSE_WARNING", InfoCode.IdleCountdown, { count: 3 }));
    expect(view.countdown).toEqual({ kind: "idle", seconds: 3 });
    expect(nextSeat(view, { type: "pressed", control: "play" }).countdown).toBeNull();
    expect(nextSeat(view, info("SESSION_CLOSE_CANCELLED", InfoCode.IdleCountdown)).countdown).toBeNull();
    expect(nextSeat(view, info("OUT_OF_ORDER", ErrorCode.MachineOutOfOrder)).countdown).toBeNull();
    expect(
      nextSeat(view, { type: "connection", connection: { kind: "waiting", attempt: 1, inMs: 1 } }).countdown,
    ).toBeNull();
  });

  it("distinguishes being removed from being closed, keeps the first reason, and leaves taking over to the connection", () => {
    const closed = nextSeat(seated(), info("CLOSE_SESSION", ErrorCode.RemovedFromMachine));
    expect(closed.closing).toMatchObject({ why: "closed", code: ErrorCode.RemovedFromMachine });
    expect(nextSeat(closed, info("CLOSE_SESSION", InfoCode.SessionClosing, { reason: "kick" })).closing?.code).toBe(
      ErrorCode.RemovedFromMachine,
    );
    expect(nextSeat(seated(), info("QUIT_REQUEST", ErrorCode.RemovedFromMachine)).closing).toMatchObject({
      why: "removed",
    });
    expect(nextSeat(seated(), info("QUIT_REQUEST", ErrorCode.SeatTakenOver)).closing).toBeNull();
  });

  it("celebrates each jackpot once, and the first of a seat that is taken anew like any other", () => {
    const jackpot = (view: SeatView) =>
      nextSeat(view, info("JACKPOT", ErrorCode.Success, { amount: 700, name: "Mega" }));
    const view = jackpot(jackpot(nextSeat(seated(), info("TAKE_WIN", ErrorCode.Success))));
    const first = jackpotAfter(view.notices, null);
    expect(first?.id).toBe(2);
    const second = jackpotAfter(view.notices, first ?? null);
    expect(second?.id).toBe(3);
    expect(jackpotAfter(view.notices, second ?? null)).toBeUndefined();
    // Its notices are numbered from the beginning again.
    const anew = jackpot(seated());
    expect(jackpotAfter(anew.notices, second ?? null)).toBe(anew.notices[0]);
  });

  it("keeps everything that was said in one moment, the same words twice too, but not for ever", () => {
    let view = seated();
    for (let n = 0; n < 12; n += 1) view = nextSeat(view, info("TAKE_WIN", ErrorCode.Success, { amount: 5 }));
    view = nextSeat(view, info("JACKPOT", ErrorCode.Success, { amount: 700, name: "Mega" }));
    expect(view.notices).toHaveLength(8);
    expect(view.notices.at(-1)).toMatchObject({ id: 13, action: "JACKPOT", params: { amount: 700 } });
    expect(nextSeat(view, info("VIDEO_RESTARTED", ErrorCode.VideoStartFailed))).toMatchObject({
      videoEpoch: 1,
      notices: view.notices,
    });
  });
});

it("goes by the reality check that the player sets meanwhile, and keeps the other limits", () => {
  const view = nextSeat(seated(), { type: "limits", change: { realityCheckMinutes: 15 } });
  expect(view.limits).toEqual({ ...ANSWER.limits, realityCheckMinutes: 15 });
  expect(nextSeat(EMPTY_SEAT, { type: "limits", change: { realityCheckMinutes: 15 } }).limits).toBeNull();
});

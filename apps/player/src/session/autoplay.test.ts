import { describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { AUTOPLAY_OFF, stepAutoplay } from "./autoplay.ts";
import type { Autoplay, AutoplayContext } from "./autoplay.ts";
import { EMPTY_SEAT } from "./seat.ts";
import type { SeatView } from "./seat.ts";

type Meters = NonNullable<SeatView["meters"]>;
const meters = (change: Partial<Meters> = {}): Meters => ({
  seq: 1,
  credit: 1_000,
  bet: 100,
  win: 0,
  status: "playing",
  phase: "idle",
  freeSpins: 0,
  controls: { play: true },
  selects: {},
  ...change,
});
const seat = (change: Partial<SeatView> = {}): SeatView => ({
  ...EMPTY_SEAT,
  connection: { kind: "live" },
  machine: {
    id: 1,
    name: "M",
    brand: "B",
    videoType: "screen",
    bands: [{ id: "play", name: "PLAY", Order: 1, controls: [{ id: "play", label: "P", kind: "play", lit: true }] }],
  },
  meters: meters(),
  ...change,
});
const context = (change: Partial<SeatView> = {}, rest: Partial<AutoplayContext> = {}): AutoplayContext => ({
  view: seat(change),
  leaving: false,
  hidden: false,
  paused: false,
  ...rest,
});
const on = (): Autoplay => stepAutoplay(AUTOPLAY_OFF, { type: "toggle", view: seat() }).autoplay;
const see = (autoplay: Autoplay, what: AutoplayContext) => stepAutoplay(autoplay, { type: "update", context: what });
const notice = (action: string) => ({ id: 1, action, code: ErrorCode.LossLimitReached, params: {}, message: "" });

describe("autoplay", () => {
  it("presses once a game: not again before the reels have turned and stand still", () => {
    let step = see(on(), context());
    expect(step).toMatchObject({ press: "play", autoplay: { spins: 1 } });
    step = see(step.autoplay, context());
    expect(step.press).toBeNull();
    step = see(step.autoplay, context({ meters: meters({ phase: "spinning" }) }));
    expect(step.press).toBeNull();
    step = see(step.autoplay, context({ pressing: ["bet-1"] }));
    expect(step.press).toBeNull();
    step = see(step.autoplay, context());
    expect(step).toMatchObject({ press: "play", autoplay: { spins: 2 } });
  });

  it("waits for a win to be taken, and goes on when it was", () => {
    let step = see(on(), context({ meters: meters({ phase: "winToTake", controls: { play: false } }) }));
    expect(step).toMatchObject({ press: null, autoplay: { on: true } });
    step = stepAutoplay(step.autoplay, { type: "press", takesWin: true });
    expect(see(step.autoplay, context()).press).toBe("play");
  });

  it("waits while something asks for the player's attention", () => {
    const step = see(on(), context({}, { paused: true }));
    expect(step).toMatchObject({ press: null, autoplay: { on: true } });
    expect(see(step.autoplay, context()).press).toBe("play");
  });

  it.each([
    ["transfer", context({ transfer: { clientTransferId: "t", kind: "cashin", amount: 5 } })],
    ["leaving", context({}, { leaving: true })],
    ["leaving", context({ closing: { why: "closed", code: "CODE_18801", params: {} } })],
    ["lowCredit", context({ meters: meters({ credit: 99, controls: { play: false } }) })],
    ["bonus", context({ meters: meters({ phase: "bonus" }) })],
    ["bonus", context({ meters: meters({ freeSpins: 10 }) })],
    ["handPay", context({ meters: meters({ phase: "handPay" }) })],
    ["connection", context({ connection: { kind: "waiting", attempt: 1, inMs: 300 } })],
    ["limit", context({ notices: [notice("LIMIT_REACHED")] })],
    ["machine", context({ notices: [notice("MACHINE_OFFLINE")] })],
    ["machine", context({ notices: [notice("OUT_OF_ORDER")] })],
    ["hidden", context({}, { hidden: true })],
  ] as const)("stops for %s", (why, what) => {
    const step = see(on(), what);
    expect(step).toMatchObject({ press: null, autoplay: { on: false, stopped: why } });
    // And stays off when that is over.
    expect(see(step.autoplay, context()).press).toBeNull();
  });

  it("stops at any other press, and when it is switched off", () => {
    expect(stepAutoplay(on(), { type: "press", takesWin: false }).autoplay).toMatchObject({
      on: false,
      stopped: "press",
    });
    expect(stepAutoplay(on(), { type: "toggle", view: seat() }).autoplay).toMatchObject({
      on: false,
      stopped: "player",
    });
  });

  it.each([
    [ErrorCode.LossLimitReached, "limit"],
    [ErrorCode.BetExceedsLossLimit, "limit"],
    [ErrorCode.InsufficientCredit, "lowCredit"],
    [ErrorCode.PressRefused, "refused"],
    ["network", "connection"],
  ] as const)("stops when a press is refused with %s: %s", (code, why) => {
    expect(stepAutoplay(on(), { type: "refused", code }).autoplay.stopped).toBe(why);
  });

  it("is not stopped by what was said before it was switched on, and waits where the machine is dark", () => {
    const notices = [notice("MACHINE_OFFLINE")];
    const { autoplay } = stepAutoplay(AUTOPLAY_OFF, { type: "toggle", view: seat({ notices }) });
    expect(see(autoplay, context({ notices })).press).toBe("play");
    expect(see(autoplay, context({ notices, meters: meters({ controls: { play: false } }) }))).toMatchObject({
      press: null,
      autoplay: { on: true },
    });
  });
});

import { describe, expect, it } from "vitest";
import { ErrorCode, InfoCode } from "@reelcast/contract";
import { AUTOPLAY_OFF, stepAutoplay } from "./autoplay.ts";
import type { Autoplay, AutoplayChoice, AutoplayContext } from "./autoplay.ts";
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
  blind: false,
  paused: false,
  ...rest,
});
const CHOICE: AutoplayChoice = { games: 10, lossLimit: 100_000, stopAbove: null, stopOnFreeSpins: true };
/** Chosen, and declared to the server. */
function on(change: Partial<AutoplayChoice> = {}, view = seat()): Autoplay {
  const choice = { ...CHOICE, ...change };
  const { autoplay } = stepAutoplay(AUTOPLAY_OFF, { type: "start", choice, view });
  return stepAutoplay(autoplay, { type: "declared", allowed: choice }).autoplay;
}
const see = (autoplay: Autoplay, what: AutoplayContext) => stepAutoplay(autoplay, { type: "update", context: what });
const notice = (action: string) => ({ id: 1, action, code: ErrorCode.LossLimitReached, params: {}, message: "" });

describe("autoplay", () => {
  it("presses once a game: not again before the reels have turned and stand still", () => {
    let step = see(on(), context());
    expect(step).toMatchObject({ press: "play", autoplay: { remaining: 9 } });
    step = see(step.autoplay, context());
    expect(step.press).toBeNull();
    step = see(step.autoplay, context({ meters: meters({ phase: "spinning" }) }));
    expect(step.press).toBeNull();
    step = see(step.autoplay, context({ pressing: ["bet-1"] }));
    expect(step.press).toBeNull();
    step = see(step.autoplay, context());
    expect(step).toMatchObject({ press: "play", autoplay: { remaining: 8 } });
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
    ["leaving", context({ closing: { why: "closed", code: InfoCode.SessionClosing, params: {} } })],
    ["lowCredit", context({ meters: meters({ credit: 99, controls: { play: false } }) })],
    ["bonus", context({ meters: meters({ phase: "bonus" }) })],
    ["bonus", context({ meters: meters({ freeSpins: 10 }) })],
    ["handPay", context({ meters: meters({ phase: "handPay" }) })],
    ["connection", context({ connection: { kind: "waiting", attempt: 1, inMs: 300 } })],
    ["limit", context({ notices: [notice("LIMIT_REACHED")] })],
    ["machine", context({ notices: [notice("MACHINE_OFFLINE")] })],
    ["machine", context({ notices: [notice("OUT_OF_ORDER")] })],
    ["hidden", context({}, { hidden: true })],
    ["picture", context({}, { blind: true })],
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
    expect(stepAutoplay(on(), { type: "stop" }).autoplay).toMatchObject({
      on: false,
      stopped: "player",
    });
  });

  it.each([
    [ErrorCode.LossLimitReached, "limit"],
    [ErrorCode.BetExceedsLossLimit, "limit"],
    [ErrorCode.InsufficientCredit, "lowCredit"],
    [ErrorCode.AutoplayLossLimit, "lossLimit"],
    [ErrorCode.AutoplayNotAllowed, "rules"],
    [ErrorCode.PressRefused, "refused"],
    ["network", "connection"],
  ] as const)("stops when a press is refused with %s: %s", (code, why) => {
    expect(stepAutoplay(on(), { type: "refused", code }).autoplay.stopped).toBe(why);
  });

  it("presses nothing before the server has answered, and nothing where the house has none", () => {
    const { autoplay } = stepAutoplay(AUTOPLAY_OFF, { type: "start", choice: CHOICE, view: seat() });
    expect(see(autoplay, context())).toMatchObject({ press: null, autoplay: { on: true } });
    const fewer = stepAutoplay(autoplay, { type: "declared", allowed: { games: 5, lossLimit: 1 } });
    expect(fewer.autoplay.remaining).toBe(5);
    expect(stepAutoplay(autoplay, { type: "declared", allowed: null }).autoplay).toMatchObject({
      on: false,
      stopped: "rules",
    });
  });

  it("ends with its games, by its own count and by the server's", () => {
    let { autoplay } = see(on({ games: 1 }), context());
    ({ autoplay } = see(autoplay, context({ meters: meters({ phase: "spinning" }) })));
    expect(see(autoplay, context())).toMatchObject({ press: null, autoplay: { on: false, stopped: "games" } });
    const push = { id: 1, remaining: 7 };
    expect(see(on(), context({ autoplay: push }, { paused: true })).autoplay.remaining).toBe(7);
    expect(see(on(), context({ autoplay: { ...push, ended: "lossLimit" } })).autoplay).toMatchObject({
      on: false,
      stopped: "lossLimit",
    });
    // What the server said of an earlier one does not count.
    const earlier = { autoplay: { ...push, ended: "lossLimit" } };
    expect(see(on({}, seat(earlier)), context(earlier)).press).toBe("play");
  });

  it("presses nothing where the next game could lose more than was chosen", () => {
    const autoplay = on({ lossLimit: 300 }, seat({ meters: meters({ net: -50 }) }));
    expect(see(autoplay, context({ meters: meters({ net: -250 }) })).press).toBe("play");
    expect(see(autoplay, context({ meters: meters({ net: -251 }) })).autoplay.stopped).toBe("lossLimit");
  });

  it("counts the losses by the credit where the server sends no net result", () => {
    const autoplay = on({ lossLimit: 300 });
    expect(see(autoplay, context({ meters: meters({ credit: 800 }) })).press).toBe("play");
    expect(see(autoplay, context({ meters: meters({ credit: 799 }) })).autoplay.stopped).toBe("lossLimit");
  });

  it("stops at a single win above the chosen one, once it is on the glass; a win from before does not count", () => {
    let { autoplay } = see(on({ stopAbove: 500 }), context({ meters: meters({ win: 900 }) }));
    expect(autoplay).toMatchObject({ on: true, pressed: true });
    ({ autoplay } = see(autoplay, context({ meters: meters({ phase: "spinning", win: 900 }) })));
    expect(see(autoplay, context({ meters: meters({ win: 500 }) })).press).toBe("play");
    for (const phase of ["winToTake", "idle"] as const)
      expect(see(autoplay, context({ meters: meters({ phase, win: 501 }) })).autoplay.stopped).toBe("bigWin");
  });

  it("goes on after free spins where it shall not stop for them", () => {
    const autoplay = on({ stopOnFreeSpins: false });
    expect(see(autoplay, context({ meters: meters({ phase: "bonus", freeSpins: 3 }) }))).toMatchObject({
      press: null,
      autoplay: { on: true },
    });
    expect(see(autoplay, context()).press).toBe("play");
  });

  it("is not stopped by what was said before it was switched on, and waits where the machine is dark", () => {
    const notices = [notice("MACHINE_OFFLINE")];
    const autoplay = on({}, seat({ notices }));
    expect(see(autoplay, context({ notices })).press).toBe("play");
    expect(see(autoplay, context({ notices, meters: meters({ controls: { play: false } }) }))).toMatchObject({
      press: null,
      autoplay: { on: true },
    });
  });
});

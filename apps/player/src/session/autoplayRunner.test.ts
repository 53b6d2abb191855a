import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import type { AutoplayOptions } from "@reelcast/contract";
import { ApiError } from "../api/index.ts";
import { createAutoplayRunner } from "./autoplayRunner.ts";
import type { AutoplayRunner } from "./autoplayRunner.ts";
import type { AutoplayContext } from "./autoplay.ts";
import { EMPTY_SEAT } from "./seat.ts";
import type { SeatView } from "./seat.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const context = (phase: "idle" | "spinning"): AutoplayContext => {
  const view: SeatView = {
    ...EMPTY_SEAT,
    connection: { kind: "live" },
    machine: {
      id: 1,
      name: "M",
      brand: "B",
      videoType: "screen",
      bands: [{ id: "play", name: "P", Order: 1, controls: [{ id: "play", label: "P", kind: "play", lit: true }] }],
    },
    meters: {
      seq: 1,
      credit: 500,
      bet: 100,
      win: 0,
      status: "playing",
      phase,
      freeSpins: 0,
      controls: { play: true },
      selects: {},
    },
  };
  return { view, leaving: false, hidden: false, blind: false, paused: false };
};
const CHOICE = { games: 10, lossLimit: 5_000, stopAbove: null, stopOnFreeSpins: true };
const newHandlers = () => ({
  declare: vi.fn(async (options: AutoplayOptions | null) => options),
  press: vi.fn(async () => {}),
  onRefused: vi.fn(),
  onStop: vi.fn(),
});
/** Switches it on, and lets the server answer. */
async function start(runner: AutoplayRunner): Promise<void> {
  runner.start(CHOICE);
  await vi.advanceTimersByTimeAsync(0);
}

it("presses at once when switched on, and then leaves a moment between two games", async () => {
  const runner = createAutoplayRunner();
  const handlers = newHandlers();
  runner.setHandlers(handlers);
  runner.update(context("idle"));
  await start(runner);
  expect(handlers.press).toHaveBeenCalledTimes(1);
  runner.update(context("spinning"));
  runner.update(context("idle"));
  expect(handlers.press).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(handlers.press).toHaveBeenCalledTimes(2);
});

it("takes no press from a player who stops it in that moment, and none after its end", async () => {
  const runner = createAutoplayRunner();
  const handlers = newHandlers();
  runner.setHandlers(handlers);
  runner.update(context("idle"));
  await start(runner);
  runner.update(context("spinning"));
  runner.update(context("idle"));
  runner.pressed(false);
  vi.advanceTimersByTime(5_000);
  expect(handlers.press).toHaveBeenCalledTimes(1);
  expect(handlers.onStop).toHaveBeenCalledExactlyOnceWith("press");

  await start(runner);
  runner.update(context("spinning"));
  runner.update(context("idle"));
  runner.end();
  vi.advanceTimersByTime(5_000);
  expect(handlers.press).toHaveBeenCalledTimes(2);
});

it.each([
  [ErrorCode.InsufficientCredit, "lowCredit", 0],
  [ErrorCode.AutoplayLossLimit, "lossLimit", 0],
  [ErrorCode.AutoplayNotAllowed, "rules", 0],
  [ErrorCode.MachineOutOfOrder, "refused", 1],
])("stops, and says once what refused the press (%i: %s)", async (code, why, errors) => {
  const runner = createAutoplayRunner();
  const handlers = { ...newHandlers(), press: vi.fn().mockRejectedValue(new ApiError(code)) };
  runner.setHandlers(handlers);
  runner.update(context("idle"));
  await start(runner);
  expect(handlers.onStop).toHaveBeenCalledExactlyOnceWith(why);
  expect(handlers.onRefused).toHaveBeenCalledTimes(errors);
  expect(runner.getSnapshot().on).toBe(false);
});

it("says nothing of a press that is refused after the server has stopped it", async () => {
  const runner = createAutoplayRunner();
  let fail: (error: ApiError) => void = () => {};
  const handlers = { ...newHandlers(), press: vi.fn(() => new Promise<void>((_, reject) => (fail = reject))) };
  runner.setHandlers(handlers);
  runner.update(context("idle"));
  await start(runner);
  const { view, ...rest } = context("idle");
  runner.update({ ...rest, view: { ...view, autoplay: { id: 1, remaining: 9, ended: "lossLimit" } } });
  fail(new ApiError(ErrorCode.AutoplayLossLimit));
  await vi.advanceTimersByTimeAsync(0);
  expect(handlers.onStop).toHaveBeenCalledExactlyOnceWith("lossLimit");
  expect(handlers.onRefused).not.toHaveBeenCalled();
});

it("declares its games and its loss limit before the first press, and its end", async () => {
  const runner = createAutoplayRunner();
  const handlers = newHandlers();
  let answer: (allowed: AutoplayOptions) => void = () => {};
  handlers.declare.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  runner.setHandlers(handlers);
  runner.update(context("idle"));
  await start(runner);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(handlers.declare).toHaveBeenLastCalledWith({ games: 10, lossLimit: 5_000 });
  expect(handlers.press).not.toHaveBeenCalled();
  answer({ games: 10, lossLimit: 5_000 });
  await vi.advanceTimersByTimeAsync(0);
  expect(handlers.press).toHaveBeenCalledTimes(1);
  runner.stop();
  expect(handlers.declare).toHaveBeenLastCalledWith(null);
});

it("plays also at a server that does not know the request, and not at one that can't be asked", async () => {
  const runner = createAutoplayRunner();
  const handlers = newHandlers();
  runner.setHandlers(handlers);
  runner.update(context("idle"));
  handlers.declare.mockRejectedValueOnce(new ApiError("network"));
  await start(runner);
  expect(handlers.onStop).toHaveBeenCalledExactlyOnceWith("connection");
  expect(handlers.press).not.toHaveBeenCalled();
  handlers.declare.mockRejectedValueOnce(new ApiError(ErrorCode.NotFound));
  await start(runner);
  expect(handlers.press).toHaveBeenCalledTimes(1);
});

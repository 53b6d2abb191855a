import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { ApiError } from "../api/index.ts";
import { createAutopilot } from "./autopilot.ts";
import type { AutoplaySight } from "./autoplay.ts";
import { EMPTY_SEAT } from "./seat.ts";
import type { SeatView } from "./seat.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sight = (phase: "idle" | "spinning"): AutoplaySight => {
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
  return { view, leaving: false, hidden: false, paused: false };
};
const crew = () => ({ press: vi.fn(async () => {}), onRefused: vi.fn(), onStop: vi.fn() });

it("presses at once when switched on, and then leaves a moment between two games", () => {
  const pilot = createAutopilot();
  const hands = crew();
  pilot.employ(hands);
  pilot.see(sight("idle"));
  pilot.toggle();
  expect(hands.press).toHaveBeenCalledTimes(1);
  pilot.see(sight("spinning"));
  pilot.see(sight("idle"));
  expect(hands.press).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(hands.press).toHaveBeenCalledTimes(2);
});

it("takes no press from a player who stops it in that moment, and none after its end", () => {
  const pilot = createAutopilot();
  const hands = crew();
  pilot.employ(hands);
  pilot.see(sight("idle"));
  pilot.toggle();
  pilot.see(sight("spinning"));
  pilot.see(sight("idle"));
  pilot.pressed(false);
  vi.advanceTimersByTime(5_000);
  expect(hands.press).toHaveBeenCalledTimes(1);
  expect(hands.onStop).toHaveBeenCalledExactlyOnceWith("press");

  pilot.toggle();
  pilot.see(sight("spinning"));
  pilot.see(sight("idle"));
  pilot.end();
  vi.advanceTimersByTime(5_000);
  expect(hands.press).toHaveBeenCalledTimes(2);
});

it("stops, and says what refused the press", async () => {
  const pilot = createAutopilot();
  const hands = { ...crew(), press: vi.fn().mockRejectedValue(new ApiError(ErrorCode.InsufficientCredit)) };
  pilot.employ(hands);
  pilot.see(sight("idle"));
  pilot.toggle();
  await vi.advanceTimersByTimeAsync(0);
  expect(hands.onStop).toHaveBeenCalledExactlyOnceWith("lowCredit");
  expect(hands.onRefused).toHaveBeenCalledOnce();
  expect(pilot.getSnapshot().on).toBe(false);
});

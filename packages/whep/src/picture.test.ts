import { expect, it } from "vitest";
import { pictureOf, samePicture } from "./picture.ts";
import type { Shown } from "./shown.ts";
import type { WhepState } from "./types.ts";

const FAILURE = { reason: "network", retryable: true } as const;
const LIVE: WhepState = { kind: "live", sinceMs: 0 };
const CONNECTING: WhepState = { kind: "connecting", attempt: 0 };
const LOST: WhepState = { kind: "stalled", cause: "disconnected", sinceMs: 0 };
const RETRYING: WhepState = { kind: "reconnecting", attempt: 1, inMs: 5, failure: FAILURE };
const MOVING: Shown = { kind: "moving" };
const WAITING: Shown = { kind: "waiting" };
const NOTHING: Shown = { kind: "nothing" };
const STILL: Shown = { kind: "still", seconds: 4 };

it.each([
  // Only frames on the screen make a picture live.
  [LIVE, MOVING, { kind: "live" }],
  [LIVE, NOTHING, { kind: "unseen" }],
  [LIVE, WAITING, { kind: "waiting" }],
  [LIVE, STILL, { kind: "stalled", seconds: 4 }],
  [LOST, MOVING, { kind: "stalled", seconds: 0 }],
  [LOST, NOTHING, { kind: "stalled", seconds: 0 }],
  [LOST, STILL, { kind: "stalled", seconds: 4 }],
  [LOST, WAITING, { kind: "waiting" }],
  [CONNECTING, NOTHING, { kind: "loading" }],
  // The frame of the session before stands there.
  [CONNECTING, MOVING, { kind: "loading" }],
  [CONNECTING, STILL, { kind: "loading" }],
  [CONNECTING, WAITING, { kind: "waiting" }],
  [{ kind: "idle" }, NOTHING, { kind: "loading" }],
  [RETRYING, MOVING, { kind: "reconnecting", failure: FAILURE }],
  [RETRYING, WAITING, { kind: "reconnecting", failure: FAILURE }],
  [{ kind: "failed", failure: FAILURE }, MOVING, { kind: "failed", failure: FAILURE }],
] as const)("a connection that is %j and an element with %j: %j", (state, shown, picture) =>
  expect(pictureOf(state, shown)).toEqual(picture),
);

it("is the same only with the same seconds and the same failure", () => {
  expect(samePicture({ kind: "stalled", seconds: 1 }, { kind: "stalled", seconds: 1 })).toBe(true);
  expect(samePicture({ kind: "stalled", seconds: 1 }, { kind: "stalled", seconds: 2 })).toBe(false);
  expect(samePicture({ kind: "failed", failure: FAILURE }, { kind: "failed", failure: { ...FAILURE } })).toBe(false);
  expect(samePicture({ kind: "live" }, { kind: "waiting" })).toBe(false);
});

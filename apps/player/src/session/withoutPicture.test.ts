import { CONTROL_KINDS } from "@reelcast/contract";
import type { Picture } from "@reelcast/whep";
import { expect, it } from "vitest";
import { actOf, autoplayWith, isSeen, mayDo } from "./withoutPicture.ts";
import type { Act, PictureHere } from "./withoutPicture.ts";

const failure = { reason: "network", retryable: true } as const;
const UNSEEN: Picture[] = [
  { kind: "loading" },
  { kind: "unseen" },
  { kind: "waiting" },
  { kind: "stalled", seconds: 1 },
  { kind: "reconnecting", failure },
  { kind: "failed", failure },
];
const SEEN: PictureHere[] = [{ kind: "live" }, null];
const ACTS: Act[] = ["deposit", "press", "autoplay", "takeWin", "hold", "moneyOut"];
const allowed = (picture: PictureHere, accepted: boolean) => ACTS.filter((act) => mayDo(act, { picture, accepted }));

it.each(SEEN)("with the picture %j nothing is asked", (picture) => {
  expect(isSeen(picture)).toBe(true);
  expect(allowed(picture, false)).toEqual(ACTS);
});

it.each(UNSEEN)(
  "with the picture %j money goes out, a win is taken and reels are held; the rest is asked about",
  (picture) => {
    expect(isSeen(picture)).toBe(false);
    expect(allowed(picture, false)).toEqual(["takeWin", "hold", "moneyOut"]);
    expect(allowed(picture, true)).toEqual(ACTS);
  },
);

it("takes every control that may cost money for a press", () => {
  const presses = CONTROL_KINDS.filter((kind) => actOf(kind) === "press");
  expect(presses).toEqual(["denomination", "lines", "bet", "maxBet", "play", "gamble", "red", "black"]);
  expect(CONTROL_KINDS.filter((kind) => !presses.includes(kind)).map((kind) => [kind, actOf(kind)])).toEqual([
    ["takeWin", "takeWin"],
    ["hold", "hold"],
    ["collect", "moneyOut"],
    ["service", "moneyOut"],
  ]);
  // A control that is on no band.
  expect(actOf(undefined)).toBe("press");
});

it("autoplay waits for a picture that stands still for a moment, and ends without one", () => {
  const now = (picture: PictureHere, accepted = false) => autoplayWith({ picture, accepted });
  expect(SEEN.map((picture) => now(picture))).toEqual(["go", "go"]);
  expect(UNSEEN.map((picture) => now(picture, true))).toEqual(UNSEEN.map(() => "go"));
  expect(UNSEEN.map((picture) => now(picture))).toEqual(["stop", "wait", "stop", "wait", "stop", "stop"]);
  expect(now({ kind: "stalled", seconds: 2 })).toBe("wait");
  expect(now({ kind: "stalled", seconds: 3 })).toBe("stop");
});

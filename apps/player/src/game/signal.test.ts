import { expect, it } from "vitest";
import type { Picture } from "@reelcast/whep";
import { signalOf } from "./signal.ts";

const LIVE = { kind: "live" } as const;
const of = (picture: Picture | null) => signalOf(LIVE, picture, null, 20);
const failure = { reason: "network", retryable: true } as const;

it("is never good over a picture that does not move", () => {
  const faults: Picture[] = [
    { kind: "waiting" },
    { kind: "stalled", seconds: 1 },
    { kind: "reconnecting", failure },
    { kind: "failed", failure },
  ];
  expect(faults.map(of)).toEqual(faults.map(() => "bad"));
});
it("is good with a live one, with one that comes into sight, and where the house shows none", () => {
  expect(([{ kind: "live" }, { kind: "unseen" }, null] as const).map(of)).toEqual(["good", "good", "good"]);
});
it("is unknown while the connections are made, and until there is a figure", () => {
  expect(of({ kind: "loading" })).toBe("unknown");
  expect(signalOf({ kind: "connecting", attempt: 0 }, null, null, 20)).toBe("unknown");
  expect(signalOf(LIVE, LIVE, null, null)).toBe("unknown");
});
it("is that of the worse round trip, and bad without a control connection", () => {
  expect(signalOf(LIVE, LIVE, null, 200)).toBe("fair");
  expect(signalOf(LIVE, LIVE, null, 400)).toBe("bad");
  expect(signalOf({ kind: "waiting", attempt: 1, inMs: 5 }, LIVE, null, 20)).toBe("bad");
});

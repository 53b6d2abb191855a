import { CLOSE } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { delayOf, nextConnection } from "./connection.ts";
import type { Connection } from "./connection.ts";

const LIVE: Connection = { kind: "live" };

describe("a socket that closes", () => {
  // 1006 and null: an upgrade that was refused with 503, and a ticket that was.
  it.each([CLOSE.restart, CLOSE.internal, 1006, null])(
    "with %s is tried again, later each time, with jitter",
    (code) => {
      let state: Connection = LIVE;
      const waits = [];
      for (let n = 0; n < 8; n += 1) {
        state = nextConnection(state, { type: "lost", code, random: 1 });
        if (state.kind === "waiting") waits.push(state.inMs);
        state = nextConnection(state, { type: "retry" });
      }
      expect(waits).toEqual([600, 1_200, 2_400, 4_800, 9_600, 10_000, 10_000, 10_000]);
      expect(delayOf(8, 0)).toBe(300);
      expect(nextConnection(state, { type: "ready" })).toEqual(LIVE);
    },
  );

  it("with 4401 is tried again with another ticket: it ends no login", () => {
    expect(nextConnection(LIVE, { type: "lost", code: CLOSE.tokenInvalid, random: 0 })).toMatchObject({
      kind: "waiting",
    });
  });

  it.each([
    [CLOSE.takenOver, "takenOver"],
    [CLOSE.notPermitted, "refused"],
    [1000, "closed"],
  ])("with %s is over", (code, why) => {
    expect(nextConnection(LIVE, { type: "lost", code, random: 0 })).toEqual({ kind: "ended", why });
  });
});

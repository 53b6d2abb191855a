import { expect, it } from "vitest";
import { shiftDisplay } from "./display.ts";
import type { DisplayState } from "./display.ts";
import { gameOf } from "./games/index.ts";
import { openOwned, scriptedRandom } from "./simulated/testing/machine.ts";

/** Every number that is a time, by where it stands. */
function timesOf(value: unknown, path = ""): [string, number][] {
  if (typeof value === "number") return value > 1e12 && value < 3e12 ? [[path, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => timesOf(inner, `${path}.${key}`));
}

it("moves every time of what a glass shows to another clock, and nothing else", async () => {
  const middle = gameOf("fruit").strips.base.map((strip) => (strip.indexOf("high1") - 1 + strip.length) % strip.length);
  const { machine, clock, press, fund } = await openOwned("orchard-gold", { random: scriptedRandom(...middle, 0) });
  const source = machine.video();
  if (source.kind !== "drawn") throw new Error("a simulated machine is drawn");
  const states: DisplayState[] = [];
  source.subscribe((display) => states.push(structuredClone(display)));
  await fund(100_000);
  for (const control of ["play", "gamble", "red", "take"]) {
    await press(control);
    await clock.advance(5_000);
  }
  const withBanner: DisplayState = {
    ...(states.at(-1) as DisplayState),
    banner: { kind: "bigWin", amount: 5, startedAt: 1_700_000_000_000, endsAt: 1_700_000_002_000 },
  };
  const seen = new Set<string>();
  for (const state of [...states, withBanner]) {
    const shifted = shiftDisplay(state, -30_000);
    const moved = new Map(timesOf(shifted));
    for (const [path, at] of timesOf(state)) {
      seen.add(path);
      expect(moved.get(path), path).toBe(at - 30_000);
    }
    expect(shiftDisplay(shifted, 30_000)).toEqual(state);
  }
  expect([...seen].toSorted()).toEqual([
    ".banner.endsAt",
    ".banner.startedAt",
    ".gamble.card.shownAt",
    ".lastPress.at",
    ".meters.count.endsAt",
    ".meters.count.startedAt",
    ".reels.spin.startedAt",
    ".reels.spin.stopsAt.0",
    ".reels.spin.stopsAt.1",
    ".reels.spin.stopsAt.2",
  ]);
});

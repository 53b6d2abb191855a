import type { Band } from "@reelcast/contract";
import { expect, it } from "vitest";
import { activeBandOf, deckFits, fullHeight, switchedHeight } from "./deckRoom.ts";

const bands = (...sizes: number[]) => sizes.map((size) => ({ controls: Array.from({ length: size }, () => 0) }));
const VIDEO_SLOT = bands(4, 4, 5);

it("fits as a whole where there is room for all rows, and no lower", () => {
  const room = { layout: "upright", width: 366 } as const;
  const height = fullHeight(VIDEO_SLOT, room);
  expect(height).toBe(3 * 44 + 2 * 6);
  expect(deckFits(VIDEO_SLOT, { ...room, height })).toBe(true);
  expect(deckFits(VIDEO_SLOT, { ...room, height: height - 1 })).toBe(false);
});

it("counts the rows that a narrow window needs", () => {
  expect(fullHeight(VIDEO_SLOT, { layout: "upright", width: 296 })).toBe(4 * 44 + 3 * 6);
  expect(fullHeight(bands(3, 3), { layout: "across", width: 96 })).toBe(4 * 44 + 3 * 6 + 2 * 16);
  expect(switchedHeight(VIDEO_SLOT, { width: 296 })).toBe(2 * 44 + 6);
  expect(switchedHeight(bands(9), { width: 296 })).toBe(3 * 44 + 2 * 6);
});

it("stands in two rows on a desktop, if it is wide enough", () => {
  const room = { layout: "desk", height: 0 } as const;
  expect(deckFits(bands(4, 3, 5, 3), { ...room, width: 900 })).toBe(true);
  expect(deckFits(bands(4, 3, 5, 3), { ...room, width: 500 })).toBe(false);
  expect(deckFits(bands(4, 3), { ...room, width: 320 })).toBe(true);
});

it("shows the chosen band while it can be used, and the one that can be used while it can't", () => {
  const band = (id: string): Band => ({
    id,
    name: id,
    Order: 1,
    controls: [{ id: `${id}-1`, label: id, kind: "bet", lit: false }],
  });
  const deck = [band("lines"), band("bet"), band("gamble")];
  expect(activeBandOf(deck, { "bet-1": true, "lines-1": true }, null)?.id).toBe("bet");
  expect(activeBandOf(deck, { "bet-1": true, "lines-1": true }, "lines")?.id).toBe("lines");
  // A win waits: only the gamble can be chosen.
  expect(activeBandOf(deck, { "gamble-1": true }, "lines")?.id).toBe("gamble");
  // The reels turn: nothing can.
  expect(activeBandOf(deck, {}, "lines")?.id).toBe("lines");
});

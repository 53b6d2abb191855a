/** Which symbol is under a finger. */
import { expect, it } from "vitest";
import { symbolAt } from "./heldSymbol.ts";

const MACHINE = {
  parts: [
    {
      aspect: 2,
      glass: { x: 0, y: 0, width: 1, height: 1 },
      reels: [
        { x: 0.1, y: 0.2, width: 0.2, height: 0.6 },
        { x: 0.4, y: 0.2, width: 0.2, height: 0.6 },
      ],
      meters: null,
      deck: null,
      controls: [],
    },
  ],
};
const SYMBOLS = [
  ["seven", "bell", "cherry"],
  ["star", "moon", "sun"],
];
/** Enlarged, and moved: 1,000 × 500 pixels, of which a part is out of the room. */
const PLACEMENT = { left: -100, top: -50, width: 1_000, height: 500 };
const at = (x: number, y: number, symbols: string[][] = SYMBOLS) =>
  symbolAt(MACHINE, 2, { x: x * 1_000 - 100, y: y * 500 - 50 }, PLACEMENT, symbols);

it("is that of the reel and the row, with its place", () => {
  expect(at(0.11, 0.21)?.symbol).toBe("seven");
  expect(at(0.29, 0.5)?.symbol).toBe("bell");
  expect(at(0.5, 0.79)).toEqual({
    symbol: "sun",
    area: { x: 0.4, y: expect.closeTo(0.6, 9) as number, width: 0.2, height: expect.closeTo(0.2, 9) as number },
  });
});
it("is none between the reels, outside of them, or where the machine says nothing of a reel", () => {
  expect(at(0.35, 0.5)).toBeNull();
  expect(at(0.2, 0.1)).toBeNull();
  expect(at(0.2, 0.81)).toBeNull();
  expect(at(0.5, 0.5, [["seven", "bell", "cherry"]])).toBeNull();
  expect(symbolAt({ parts: [] }, 2, { x: 100, y: 100 }, PLACEMENT, SYMBOLS)).toBeNull();
});

import { describe, expect, it } from "vitest";
import { contrastOn, rgbaOf } from "./contrast.ts";

const ratio = (ground: string, colour: string) => {
  const [below, above] = [rgbaOf(ground), rgbaOf(colour)];
  return below && above ? contrastOn(below, above) : null;
};

describe("contrast", () => {
  it("is 21 for black on white, 1 for the same, and 4.54 for the grey that just suffices", () => {
    expect(ratio("rgb(255, 255, 255)", "rgb(0, 0, 0)")).toBeCloseTo(21);
    expect(ratio("rgb(9, 9, 9)", "rgb(9, 9, 9)")).toBe(1);
    expect(ratio("rgb(255, 255, 255)", "rgb(118, 118, 118)")).toBeCloseTo(4.54, 2);
  });
  it("takes what covers only in part as it is seen", () => {
    expect(ratio("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")).toBe(1);
    expect(ratio("rgb(255, 255, 255)", "rgba(0, 0, 0, 0.5)")).toBeCloseTo(3.98, 1);
  });
  it("knows no colour that is written otherwise", () => {
    expect(rgbaOf("color(srgb 1 0 0)")).toBeNull();
    expect(rgbaOf("")).toBeNull();
  });
});

import { loadImage } from "@napi-rs/canvas";
import { describe, expect, it } from "vitest";
import { SKINS, gameOf } from "../games/index.ts";
import { MAX_STILL_BYTES, StillPainter } from "./index.ts";
import type { ReelsView } from "./index.ts";

const NOW = 1_800_000_000_000;
const painter = new StillPainter();

function viewOf(skin: (typeof SKINS)[number], shift = 0): ReelsView {
  const stops = gameOf(skin.game).strips.base.map((strip, reel) => (shift + reel * 5) % strip.length);
  return {
    theme: skin.key,
    cabinet: skin.videoType === "camera",
    reels: { stops, from: stops, spin: null, stripSet: "base" },
  };
}
const spinning = (view: ReelsView): ReelsView => ({
  ...view,
  reels: {
    ...view.reels,
    spin: { startedAt: NOW - 500, stopsAt: view.reels.stops.map((_, n) => NOW + 200 * n + 200) },
  },
});

describe("a still", () => {
  it.each(SKINS.map((skin) => [skin.key, skin] as const))("of %s is small, at rest and spinning", async (_, skin) => {
    for (const stripSet of ["base", "bonus"] as const) {
      const view = viewOf(skin);
      const still = { ...view, reels: { ...view.reels, stripSet } };
      for (const shown of [still, spinning(still)]) {
        const image = await painter.paint(shown, NOW);
        expect(image.subarray(8, 12).toString()).toBe("WEBP");
        expect(image.length).toBeLessThanOrEqual(MAX_STILL_BYTES);
        expect((await loadImage(image)).width).toBe(320);
      }
    }
  });

  it("follows the reels", async () => {
    const [skin] = SKINS;
    if (!skin) throw new Error("no skins");
    const paint = async (view: ReelsView) => (await painter.paint(view, NOW)).toString("base64");
    const still = await paint(viewOf(skin));
    expect(await paint(viewOf(skin))).toBe(still);
    expect(await paint(viewOf(skin, 1))).not.toBe(still);
    expect(await paint(spinning(viewOf(skin)))).not.toBe(still);
  });
});

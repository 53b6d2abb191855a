/** What refers to the machine's picture stands as on the machine, also where texts run from right to left. */
import type { Band } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { setLanguage } from "../i18n/index.ts";
import { LANGUAGES, settled } from "@reelcast/testing/accessibility";
import { BANDS, LAMPS, SCREEN, band, endStage, meters, show, shown, sitDown, startStage } from "./testing/stage.ts";

beforeEach(startStage);
afterEach(endStage);

const HOLD: Band = { ...band("hold", ["HOLD 1", "HOLD 2", "HOLD 3"], () => "hold"), Order: 3 };
HOLD.controls = HOLD.controls.map((control, n) => ({ ...control, id: `hold-${n + 1}` }));
const DECK = [...BANDS.filter(({ id }) => id !== "lines"), HOLD];
const ALL = {
  ...LAMPS,
  ...Object.fromEntries(["hold-1", "hold-2", "hold-3", "gamble-0", "gamble-1", "gamble-2"].map((id) => [id, true])),
};

/** Where the keys of a band begin, in their order. */
const startsOf = (keys: readonly HTMLElement[]) => keys.map((key) => Math.round(key.getBoundingClientRect().left));
const isRising = (list: readonly number[]) => list.every((value, n) => n === 0 || value > (list[n - 1] ?? 0));

it("the keys of a deck stand as on the machine: hold 1 below reel 1, red left of black", async () => {
  await sitDown(SCREEN, { size: { width: 1440, height: 900 } }, DECK);
  meters({ controls: ALL });
  for (const language of LANGUAGES) {
    await setLanguage(language);
    for (const size of [
      [1440, 900],
      [768, 1024],
    ] as const) {
      await show(size);
      await settled();
      const bands = shown("[data-part=deck] [role=group]").map((group) =>
        startsOf([...group.querySelectorAll("button")]),
      );
      expect(bands, `${size.join("×")} ${language}`).toHaveLength(4);
      for (const starts of bands)
        expect(isRising(starts), `${size.join("×")} ${language} ${starts.join(" ")}`).toBe(true);
    }
  }
});

it("the sign of Play points to the right in every language", async () => {
  await sitDown(SCREEN, { size: { width: 390, height: 844 } });
  for (const language of LANGUAGES) {
    await setLanguage(language);
    const sign = page
      .getByRole("button", { name: /^(Oyna|Play|العب)/ })
      .element()
      .querySelector("svg");
    expect(sign && getComputedStyle(sign).scale, language).toBe("none");
  }
});

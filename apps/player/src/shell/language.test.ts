import { describe, expect, it } from "vitest";
import { firstLanguage } from "./language.ts";

const HOUSE = { language: "tr", languageSelect: true, languages: ["tr", "en", "ar"] } as const;
const first = (house: object, stored: string | null, ...preferred: string[]) =>
  firstLanguage({ ...HOUSE, ...house, languages: [...HOUSE.languages] }, stored, preferred);

describe("the first language", () => {
  it("is the browser's, where the operator lets players choose", () => {
    expect(first({}, null, "en-GB", "tr")).toBe("en");
    expect(first({}, null, "de-DE", "AR-eg", "en")).toBe("ar");
  });
  it("is the operator's where none of the browser's is offered, or there is no choice", () => {
    expect(first({}, null, "de-DE", "fr")).toBe("tr");
    expect(first({}, null)).toBe("tr");
    expect(first({ languageSelect: false }, null, "en-GB")).toBe("tr");
    expect(firstLanguage({ ...HOUSE, languages: ["tr"] }, null, ["en"])).toBe("tr");
  });
  it("is the player's own choice before that, as long as it is offered", () => {
    expect(first({}, "ar", "en-GB")).toBe("ar");
    expect(first({ languageSelect: false }, "ar", "en-GB")).toBe("ar");
    expect(first({}, "xx", "en-GB")).toBe("en");
    expect(firstLanguage({ ...HOUSE, languages: ["tr", "ar"] }, "en", ["en"])).toBe("tr");
  });
});

import { describe, expect, it } from "vitest";
import { firstLanguage } from "./language.ts";

const HOUSE = { language: "tr", languageSelect: true, languages: ["tr", "en", "ar"] } as const;
const first = (house: object, stored: string | null, ...preferred: string[]) =>
  firstLanguage({ ...HOUSE, ...house, languages: [...HOUSE.languages] }, stored, preferred);

describe("the first language", () => {
  it("is the operator's, whatever the browser's is, also where players may choose", () => {
    expect(first({}, null, "en-GB", "ar")).toBe("tr");
    expect(first({ languageSelect: false }, null, "en-GB")).toBe("tr");
    expect(first({ language: "ar" }, null, "en")).toBe("ar");
  });
  it("is the browser's where the operator says so, as far as it is offered", () => {
    expect(first({ language: "auto" }, null, "en-GB", "tr")).toBe("en");
    expect(first({ language: "auto" }, null, "de-DE", "AR-eg", "en")).toBe("ar");
    expect(first({ language: "auto" }, null, "de-DE", "fr")).toBe("tr");
    expect(firstLanguage({ language: "auto", languages: ["tr"] }, null, ["en"])).toBe("tr");
  });
  it("is the player's own choice before that, as long as it is offered", () => {
    expect(first({}, "ar", "en-GB")).toBe("ar");
    expect(first({ language: "auto" }, "ar", "en-GB")).toBe("ar");
    expect(first({}, "xx", "en-GB")).toBe("tr");
    expect(firstLanguage({ ...HOUSE, languages: ["tr", "ar"] }, "en", ["en"])).toBe("tr");
  });
});

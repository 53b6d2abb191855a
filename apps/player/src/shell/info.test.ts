import { expect, it } from "vitest";
import { infoText } from "./info.ts";

const info = {
  title: { tr: "Bakım", en: "Maintenance" },
  body: {
    tr: "Salı günü kapalıyız.\n\nParanız güvende.",
    en: "Closed on Tuesday.\nFrom noon.\r\n\r\nYour money is safe.",
  },
};

it("speaks the player's language, in paragraphs", () => {
  expect(infoText(info, ["en", "tr"])).toEqual({
    title: "Maintenance",
    paragraphs: ["Closed on Tuesday.\nFrom noon.", "Your money is safe."],
  });
});

it("falls back to the house's language, then to whatever there is", () => {
  expect(infoText(info, ["ar", "tr"]).title).toBe("Bakım");
  expect(infoText({ title: {}, body: { en: "Hello" } }, ["ar", "tr"])).toEqual({ title: "", paragraphs: ["Hello"] });
  expect(infoText({ title: { en: " " }, body: {} }, ["en", "tr"])).toEqual({ title: "", paragraphs: [] });
});

import { DEFAULT_SETTINGS, HOUSE_SETTINGS } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { highlight } from "./highlight.ts";
import { matches } from "./search.ts";

const examples = import.meta.glob<string>("./examples/*.tsx", { eager: true, query: "?raw", import: "default" });
const texts = import.meta.glob<Record<string, string>>("../../i18n/*/handbook.json", {
  eager: true,
  import: "default",
});

describe("the code that is shown", () => {
  it.each(Object.entries(examples))("%s loses no character when it is coloured", (_, code) => {
    expect(
      highlight(code)
        .map(({ text }) => text)
        .join(""),
    ).toBe(code);
  });
  it("distinguishes comments, words, tags and strings", () => {
    const kinds = highlight('/** A. */\nreturn <Chip label="x" />;').map(({ kind, text }) => `${kind} ${text}`);
    expect(kinds).toContain("comment /** A. */");
    expect(kinds).toContain("keyword return");
    expect(kinds).toContain("tag <Chip");
    expect(kinds).toContain('string "x"');
  });
});

describe("the search", () => {
  it("finds whatever the case and the marks, every word in any order", () => {
    expect(matches("islem gecmisi", "İşlem Geçmişi")).toBe(true);
    expect(matches("SIK", "sık")).toBe(true);
    expect(matches("login post", "POST /api/v1/login")).toBe(true);
    expect(matches("login get", "POST /api/v1/login")).toBe(false);
    expect(matches("", "anything")).toBe(true);
  });
});

it.each(Object.entries(texts))("%s says what every setting means, and of none that is gone", (_, catalogue) => {
  const meant = Object.keys(catalogue)
    .filter((key) => key.startsWith("setting_"))
    .map((key) => key.slice("setting_".length));
  const shown = Object.keys(DEFAULT_SETTINGS).filter((key) => !(HOUSE_SETTINGS as readonly string[]).includes(key));
  expect(meant.toSorted()).toEqual(shown.toSorted());
});

import { describe, expect, it } from "vitest";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { ErrorCode, InfoCode } from "@reelcast/contract";
import { textsOf } from "@reelcast/build/catalogues";

const files = import.meta.glob<Record<string, string>>("./*/*.json", { import: "default", eager: true });
const catalogue = (language: string, file: string) =>
  textsOf(language, file.replace(".json", ""), files[`./${language}/${file}`] ?? {});
const languages = [...new Set(Object.keys(files).map((path) => path.split("/")[1] ?? ""))];
const subjects = Object.keys(files)
  .filter((path) => path.startsWith("./tr/"))
  .map((path) => path.slice("./tr/".length));

/** The parameters that a message reads, nested ones too. */
function parameters(tokens: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown) => {
    if (!Array.isArray(part)) return;
    for (const token of part) {
      if (!Array.isArray(token)) continue;
      found.add(String(token[0]));
      if (typeof token[2] === "object" && token[2] !== null)
        for (const choice of Object.values(token[2])) visit(choice);
    }
  };
  visit(tokens);
  return found;
}

describe.each(languages)("texts in %s", (language) => {
  it.each(subjects)("%s has the keys and parameters of the Turkish one", (subject) => {
    const turkish = catalogue("tr", subject);
    const texts = catalogue(language, subject);
    expect(Object.keys(texts)).toEqual(Object.keys(turkish));
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), key).not.toBe("");
      expect(parameters(compileMessageOrThrow(text)), key).toEqual(
        parameters(compileMessageOrThrow(turkish[key] ?? "")),
      );
    }
  });
  it("words every code of the catalogue", () => {
    const errors = catalogue(language, "errors.json");
    for (const name of [...Object.keys(ErrorCode), ...Object.values(InfoCode)]) expect(errors).toHaveProperty([name]);
  });
});

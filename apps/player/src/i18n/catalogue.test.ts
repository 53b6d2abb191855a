import { describe, expect, it } from "vitest";
import { ErrorCode, InfoCode } from "@reelcast/contract";
import { textsOf } from "@reelcast/build/catalogues";
import { expectSameTexts } from "@reelcast/testing/catalogues";

const files = import.meta.glob<Record<string, string>>("./*/*.json", { import: "default", eager: true });
const catalogue = (language: string, file: string) =>
  textsOf(language, file.replace(".json", ""), files[`./${language}/${file}`] ?? {});
const languages = [...new Set(Object.keys(files).map((path) => path.split("/")[1] ?? ""))];
const subjects = Object.keys(files)
  .filter((path) => path.startsWith("./tr/"))
  .map((path) => path.slice("./tr/".length));

describe.each(languages)("texts in %s", (language) => {
  it.each(subjects)("%s has the keys and parameters of the Turkish one", (subject) => {
    expectSameTexts(catalogue(language, subject), catalogue("tr", subject));
  });
  it("words every code of the catalogue", () => {
    const errors = catalogue(language, "errors.json");
    for (const name of [...Object.keys(ErrorCode), ...Object.keys(InfoCode)]) expect(errors).toHaveProperty([name]);
  });
});

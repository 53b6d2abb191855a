/**
 * Finds unused texts. (Missing texts are found by the types, and missing translations by the tests.) A key counts as
 * used if the code contains it, or if it matches a composed key such as `lobby.status_${status}` with a word of the
 * code or of a shared package.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const LITERAL = /["'`]([a-z]\w*\.[\w.]+)["'`]/g;
const WORD = /([\w-]+)["'`:]/g;
const COMPOSED = /`([a-z]\w*\.[\w.]*\$\{[^`]*)`/g;

/** `lobby.status_${x}` → /^lobby\.status_(\w+)$/ */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(".", "\\."));
  return new RegExp(`^${parts.join("([\\w-]+)")}$`);
}

/** Keys of the catalogues in the i18n folder of `source` that neither `source` nor one of the `shared` folders shows. */
export function unusedTexts(source: string, ...shared: string[]): string[] {
  const keys = globSync("i18n/tr/*.json", { cwd: source }).flatMap((file) => {
    const texts = JSON.parse(readFileSync(join(source, file), "utf8")) as Record<string, string>;
    return Object.keys(texts).map((key) => `${basename(file, ".json")}.${key}`);
  });
  const literals = new Set<string>();
  const words = new Set<string>();
  const patterns: RegExp[] = [];
  for (const folder of [source, ...shared])
    // The page itself stands next to its sources.
    for (const file of globSync(["**/*.{ts,tsx}", "../index.html"], { cwd: folder })) {
      if (file.includes(".test.")) continue;
      const code = readFileSync(join(folder, file), "utf8");
      for (const [, key = ""] of code.matchAll(LITERAL)) literals.add(key);
      for (const [, word = ""] of code.matchAll(WORD)) words.add(word);
      for (const [, template = ""] of code.matchAll(COMPOSED)) patterns.push(patternOf(template));
    }
  const isComposed = (key: string) =>
    patterns.some((pattern) => {
      const found = pattern.exec(key);
      return found !== null && found.slice(1).every((part) => words.has(part));
    });
  return keys.filter((key) => !literals.has(key) && !isComposed(key));
}

/**
 * Finds numbers of the error catalogue that stand in code, where `ErrorCode` has a name for each.
 *
 * Found are, in code, texts and comments alike:
 * - a number of five figures that is not round, which is almost never anything else;
 * - a number of whole ten thousands, which may also be an amount, if it is code without a separator (amounts have
 *   one), or is in the place of a code: `AppError(NUMBER)`, `code: NUMBER`, `code === NUMBER`, `@throws AppError NUMBER`;
 * - a smaller number, only in the place of a code.
 *
 * SQL has no names for them: a line that ends with `-- ErrorCode.NAME` may contain that code's number.
 */
import { errorCodes, errorNames } from "@reelcast/contract";
import type { ErrorCode } from "@reelcast/contract";
import { findInFiles, lineAt, withoutTexts } from "./sources.ts";

/** Files that may contain the numbers: the catalogue, migrations that have landed, and PostgreSQL's own codes. */
const ALLOWED: readonly RegExp[] = [
  /^packages\/contract\/src\/errors\.ts$/,
  /^apps\/server\/src\/storage\/migrations\//,
  /^apps\/server\/src\/storage\/sqlState\.ts$/,
];
const SOURCES = "{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,sql}";

const NUMBER = /(?<![\w.#])\d[\d_]*(?![\w]|\.\d)/g;
const IN_PLACE_OF_CODE = /(?:\b(?:AppError|ApiError)[( ]|\bcode\)?(?::| [!=]==) )$/;

/** "line 3: NUMBER is ErrorCode.MachineTaken" for each number of the catalogue in a source file. */
export function errorNumbersIn(source: string): string[] {
  const names: Record<number, string> = errorNames();
  const known = new Set<number>(errorCodes());
  const code = withoutTexts(source);
  const found: string[] = [];
  for (const { 0: digits, index } of source.matchAll(NUMBER)) {
    const number = Number(digits.replaceAll("_", ""));
    if (!known.has(number)) continue;
    const isPlace = IN_PLACE_OF_CODE.test(source.slice(Math.max(0, index - 20), index));
    const isRound = number % 10_000 === 0;
    const isAmount = digits.includes("_") || code.startsWith(" ", index);
    if (
      source
        .slice(index)
        .split("\n", 1)[0]
        ?.endsWith(`-- ErrorCode.${names[number as ErrorCode]}`)
    )
      continue;
    if (!isPlace && (number < 10_000 || (isRound && isAmount))) continue;
    found.push(`line ${lineAt(source, index)}: ${digits} is ErrorCode.${names[number as ErrorCode]}`);
  }
  return found;
}

/** "path line 3: …" for every source file of the repository in the folder `root`. */
export const errorNumbers = (root: string): string[] =>
  findInFiles(root, { files: SOURCES, allowed: ALLOWED }, errorNumbersIn);

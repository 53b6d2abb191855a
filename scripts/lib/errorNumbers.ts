/**
 * Finds numbers of the error catalogues that stand in code, where `ErrorCode`, `ConsoleErrorCode` and `InfoCode` have a name for
 * each.
 *
 * Found are, in code, texts and comments alike:
 * - a number of five figures that is not round, which is almost never anything else;
 * - a number of whole ten thousands, which may also be an amount, if it is code without a separator (amounts have
 *   one), or is in the place of a code: `AppError(NUMBER)`, `code: NUMBER`, `code === NUMBER`, `@throws AppError NUMBER`;
 * - a smaller number, only in the place of a code;
 * - `CODE_NUMBER`, the form of a notification's code, whatever its number.
 *
 * In the catalogues of texts, a key is never a number or `CODE_NUMBER`.
 *
 * SQL has no names for them: a line that ends with `-- ErrorCode.NAME` may contain that code's number.
 *
 * Documents name the number, because logs and answers show it to those who read them: with its name in the same line.
 */
import { InfoCode, errorNames } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { findInFiles, lineAt, withoutTexts } from "./sources.ts";

/** Files that may contain the numbers: the catalogue, migrations that have landed, and PostgreSQL's own codes. */
const ALLOWED: readonly RegExp[] = [
  /^packages\/contract\/src\/(console\/)?errors\.ts$/,
  /^apps\/server\/src\/storage\/migrations\//,
  /^apps\/server\/src\/storage\/sqlState\.ts$/,
];
const SOURCES = "{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,sql}";
/** Of texts. */
const CATALOGUES = "{apps,packages}/**/{i18n,errorTexts}/**/*.json";

const NUMBER = /(?<![\w.#])\d[\d_]*(?![\w]|\.\d)/g;
const IN_PLACE_OF_CODE = /(?:\b(?:AppError|ApiError)[( ]|\bcode\)?(?::| [!=]==) )$/;

const INFO_CODE = /(?<![A-Za-z\d])CODE_\d+/g;
const NUMBER_AS_KEY = /"((?:CODE_)?\d+)"\s*:/g;

/** "ErrorCode.MachineTaken", by code. */
const NAMES = new Map<string, string>([
  ...Object.entries(errorNames()).map(([code, name]) => [code, `ErrorCode.${name}`] as const),
  ...Object.entries(ConsoleErrorCode).map(([name, code]) => [String(code), `ConsoleErrorCode.${name}`] as const),
  ...Object.entries(InfoCode).map(([name, code]) => [code, `InfoCode.${name}`] as const),
]);
const nameOf = (code: string): string => NAMES.get(code) ?? "not in a catalogue";

/** "line 3: NUMBER is ErrorCode.MachineTaken" for each number of the catalogues in a source file. */
export function errorNumbersIn(source: string): string[] {
  const code = withoutTexts(source);
  const found: string[] = [];
  for (const { 0: digits, index } of source.matchAll(NUMBER)) {
    const number = Number(digits.replaceAll("_", ""));
    const name = NAMES.get(String(number));
    if (name === undefined) continue;
    const isPlace = IN_PLACE_OF_CODE.test(source.slice(Math.max(0, index - 20), index));
    const isRound = number % 10_000 === 0;
    const isAmount = digits.includes("_") || code.startsWith(" ", index);
    if (source.slice(index).split("\n", 1)[0]?.endsWith(`-- ${name}`)) continue;
    if (!isPlace && (number < 10_000 || (isRound && isAmount))) continue;
    found.push(`line ${lineAt(source, index)}: ${digits} is ${name}`);
  }
  for (const { 0: info, index } of source.matchAll(INFO_CODE))
    found.push(`line ${lineAt(source, index)}: ${info} is ${nameOf(info)}`);
  return found;
}

/** "line 3: NUMBER is ErrorCode.MachineTaken" for each number that is a key of a catalogue of texts. */
export const numbersAsKeysIn = (catalogue: string): string[] =>
  [...catalogue.matchAll(NUMBER_AS_KEY)].map(
    ({ 1: code = "", index }) => `line ${lineAt(catalogue, index)}: ${code} is ${nameOf(code)}`,
  );

/** "path line 3: …" for every source file and catalogue of texts of the repository in the folder `root`. */
export const errorNumbers = (root: string): string[] => [
  ...findInFiles(root, { files: SOURCES, allowed: ALLOWED }, errorNumbersIn),
  ...findInFiles(root, { files: CATALOGUES }, numbersAsKeysIn),
];

/** Generated, or about the past. */
const OTHER_DOCUMENTS: readonly RegExp[] = [/^docs\/contract\.md$/, /^CHANGELOG\.md$/];
const NUMBER_IN_TEXT = /(?<![\w.#:-])(?:CODE_)?\d{5}(?![\w-]|\.\d)/g;

/**
 * "line 3: NUMBER without MachineTaken" for each number of five figures, not round, and each `CODE_NUMBER`, whose line of a document does
 * not name it.
 */
export const numbersWithoutNamesIn = (document: string): string[] =>
  document.split("\n").flatMap((line, index) =>
    [...line.matchAll(NUMBER_IN_TEXT)].flatMap(([digits]) => {
      const [, name] = NAMES.get(digits)?.split(".") ?? [];
      const isNamed = name === undefined || line.split(/\W+/).includes(name) || Number(digits) % 10_000 === 0;
      return isNamed ? [] : [`line ${index + 1}: ${digits} without ${name}`];
    }),
  );

/** "path line 3: …" for every document that is written by hand. */
export const numbersWithoutNames = (root: string): string[] =>
  findInFiles(
    root,
    { files: "{*.md,{apps,packages,e2e,bench,deploy,docs}/**/*.md}", allowed: OTHER_DOCUMENTS },
    numbersWithoutNamesIn,
  );

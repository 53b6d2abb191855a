/** For the repository's own checks: its source files, and which parts of them are texts or comments. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const COMMENT_OR_TEXT = /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;

/** `source` with spaces for its texts and comments; all else stays in its place. */
export const withoutTexts = (source: string): string =>
  source.replace(COMMENT_OR_TEXT, (part) => part.replaceAll(/[^\n]/g, " "));

/** The contents of the texts in quotes, with \" as ". */
export const textsOf = (source: string): string[] =>
  [...source.matchAll(COMMENT_OR_TEXT)].flatMap(([part]) =>
    part.startsWith("/") ? [] : [part.slice(1, -1).replaceAll(/\\(["'`])/g, "$1")],
  );

/** The number of the line in which that place of `source` is, from 1. */
export const lineAt = (source: string, index: number): number => source.slice(0, index).split("\n").length;

/**
 * "path FINDING" for each finding in the files of the folder `root` that fit a pattern, in the order of their paths.
 * @param allowed paths that are left out, in addition to what is installed or built
 */
export function findInFiles(
  root: string,
  { files, allowed = [] }: { files: string | readonly string[]; allowed?: readonly RegExp[] },
  find: (source: string, path: string) => string[],
): string[] {
  return globSync(files, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] })
    .toSorted()
    .filter((path) => !allowed.some((one) => one.test(path)))
    .flatMap((path) => find(readFileSync(join(root, path), "utf8"), path).map((found) => `${path} ${found}`));
}

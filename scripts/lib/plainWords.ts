/**
 * Finds figurative words for which the field has a standard term: in identifiers and comments of the sources, in titles of
 * tests, in SQL, in styles and in documents. Of other files, texts in quotes are not checked: what players read has its own words.
 */
import { findInFiles, lineAt, withoutTexts } from "./sources.ts";

/** Each word, with its other forms, and what to write instead. */
const WORDS: readonly [forms: string, instead: string][] = [
  ["befall befalls befell befallen", "happen"],
  ["beside", "next to, or in addition to"],
  ["complain complains complaint complaints", "showError, or error"],
  ["crew", "handlers"],
  ["deaf", "unsubscribed"],
  ["employ employs", "setHandlers, or use"],
  ["farewell", "logoutMessage"],
  ["furnish furnishes", "seed"],
  ["heard", "received"],
  ["inLine", "enqueue"],
  ["inTurn", "enqueue"],
  ["keepsake keepsakes", "saved, or cached"],
  ["layWire", "createTcpProxy"],
  ["likeness", "confusables"],
  ["mend mends mended mending", "restore, or repair"],
  ["obstacle obstacles", "blocker"],
  ["patiently", "retryUntilLoaded"],
  ["tell tells told", "notify, send, or show"],
  ["waking wakings", "timer, or tick"],
  ["whoever", "anyone who, or the player who"],
  ["workbench", "testing"],
];

/** Migrations that have landed never change, and the test of this check has the words in its texts. */
const ALLOWED: readonly RegExp[] = [
  /^apps\/server\/src\/storage\/migrations\//,
  /^scripts\/lib\/plainWords\.test\.ts$/,
];
const FILES = ["{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,sql,css}", "*.md", "{docs,packages,apps}/**/*.md"];
/** Of these files, texts in quotes are not checked. */
const CODE = /(?<!\.(?:test|spec))\.tsx?$/;

/** A whole word, or a whole part of an identifier in camelCase or CAPITALS. */
function patternOf(word: string): RegExp {
  const capitalised = word.charAt(0).toUpperCase() + word.slice(1);
  const start = `(?:(?<![A-Za-z])${word}|${capitalised})(?![a-z])`;
  return new RegExp(`${start}|(?<![A-Za-z])${word.toUpperCase()}(?![A-Za-z])`, "g");
}
const PATTERNS = WORDS.flatMap(([forms, instead]) =>
  forms.split(" ").map((word) => ({ word, instead, pattern: patternOf(word) })),
);

/** `line 3: "WORD": write …` for each such word. @param kind whether texts in quotes are left out */
export function figurativeWordsIn(source: string, kind: "code" | "all"): string[] {
  const text = kind === "code" ? withoutTexts(source, { keepComments: true }) : source;
  return PATTERNS.flatMap(({ word, instead, pattern }) =>
    [...text.matchAll(pattern)].map(({ index }) => `line ${lineAt(text, index)}: "${word}": write ${instead}`),
  );
}

/** "path line 3: …" for every source file and document of the repository in the folder `root`. */
export const figurativeWords = (root: string): string[] =>
  findInFiles(root, { files: FILES, allowed: ALLOWED }, (source, path) =>
    figurativeWordsIn(source, CODE.test(path) ? "code" : "all"),
  );

/**
 * Finds figurative words for which the field has a standard term: in identifiers, comments and texts in quotes (lines of the
 * log among them) of all sources, in SQL, styles and pages, in documents, and in the descriptions of packages. The catalogues of texts
 * that players and operators read are not checked (`i18n`): they have their own words.
 */
import { findInFiles, lineAt } from "./sources.ts";

/**
 * Each word, with its other forms, and what to write instead. Words with a plain meaning of their own are not here
 * (line, desk, gate, occupied, ends, grants), though they were figurative names once.
 */
const WORDS: readonly [forms: string, instead: string][] = [
  ["afar", "remotely, or over the internet"],
  ["befall befalls befell befallen", "happen"],
  ["beside", "next to, or in addition to"],
  ["books", "ledger"],
  ["calm calms calmly", "less urgent, or without an alarm"],
  ["complain complains complaint complaints", "showError, or error"],
  ["crew", "handlers"],
  ["deaf", "unsubscribed"],
  ["dress dresses dressed", "applyTheme, or copy the look"],
  ["employ employs", "setHandlers, or use"],
  ["farewell", "logoutMessage"],
  ["feel feels", "playClick, or say what it does"],
  ["furnish furnishes", "seed"],
  ["heal heals healed healing", "putBackIntoPlay, restore, or read again"],
  ["hear hears heard hearing", "receive, or be notified"],
  ["inLine", "enqueue"],
  ["inTurn", "enqueue"],
  ["keepsake keepsakes", "saved, or cached"],
  ["layWire", "createTcpProxy"],
  ["likeness", "confusables"],
  ["mend mends mended mending", "restore, or repair"],
  ["obstacle obstacles", "blocker"],
  ["patient patiently patience", "without a timeout, or retryUntilLoaded"],
  ["tell tells told telling", "notify, send, or show"],
  ["theatre theatres", "presentation"],
  ["thief thieves", "attacker"],
  ["twin twins", "duplicate"],
  ["voice voices", "track, or notifier"],
  ["wake wakes woke woken waking wakings", "timer, schedule, or continue"],
  ["watchings", "watches"],
  ["wear wears wore worn wearing", "apply, or have"],
  ["whoever", "anyone who, or the player who"],
  ["workbench", "testing"],
];

/** Terms with a plain meaning that have one of the words. */
const TERMS: readonly RegExp[] = [/wake[ -]?lock/gi, /\bease-calm\b/g, /never ?tell/gi, /\bworn out\b/g];
/** Words that are a standard term of what is in these files. */
const STANDARD: Readonly<Record<string, RegExp>> = {
  // Of a synthesizer.
  voice: /^packages\/machine\/src\/sound\//,
  voices: /^packages\/machine\/src\/sound\//,
};

/** Migrations that have landed never change, and this check and its test have the words in their texts. */
const ALLOWED: readonly RegExp[] = [
  /^apps\/server\/src\/storage\/migrations\//,
  /^scripts\/lib\/plainWords(\.test)?\.ts$/,
];
const FILES = [
  "{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,js,mjs,cjs,sql,css,html,md}",
  "docs/**/*.md",
  // With those that have no ending.
  "deploy/**/{*.*,Containerfile}",
  ".ci/run",
  "*.{md,ts,cjs}",
  ".dependency-cruiser.cjs",
];
/** Only their descriptions are read: names of dependencies are not our words. */
const PACKAGES = ["package.json", "{apps,packages,e2e,bench}/**/package.json"];
const OTHER_THAN_DESCRIPTION = /^(?!\s*"description":).*$/gm;

/** A whole word, or a whole part of an identifier in camelCase or CAPITALS. */
function patternOf(word: string): RegExp {
  const capitalised = word.charAt(0).toUpperCase() + word.slice(1);
  const start = `(?:(?<![A-Za-z])${word}|${capitalised})(?![a-z])`;
  return new RegExp(`${start}|(?<![A-Za-z])${word.toUpperCase()}(?![A-Za-z])`, "g");
}
const PATTERNS = WORDS.flatMap(([forms, instead]) =>
  forms.split(" ").map((word) => ({ word, instead, pattern: patternOf(word) })),
);

/** `line 3: "WORD": write …` for each such word. @param path of the file, relative to the root of the repository */
export function figurativeWordsIn(source: string, path: string): string[] {
  const text = TERMS.reduce((left, term) => left.replaceAll(term, (found) => " ".repeat(found.length)), source);
  return PATTERNS.filter(({ word }) => !STANDARD[word]?.test(path)).flatMap(({ word, instead, pattern }) =>
    [...text.matchAll(pattern)].map(({ index }) => `line ${lineAt(text, index)}: "${word}": write ${instead}`),
  );
}

/** "path line 3: …" for every source file, document and description of a package of the repository in the folder `root`. */
export const figurativeWords = (root: string): string[] => [
  ...findInFiles(root, { files: FILES, allowed: ALLOWED }, figurativeWordsIn),
  ...findInFiles(root, { files: PACKAGES }, (source, path) =>
    figurativeWordsIn(source.replaceAll(OTHER_THAN_DESCRIPTION, ""), path),
  ),
];

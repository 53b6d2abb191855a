/** `npm run lint`: types, style, correctness, the direction of imports, unused code and texts, and pages that are out of date. */
import { ROOT, run, seconds } from "./lib/run.ts";
import { foldersOutsideMaps, missingPaths, numbersOfDecisions } from "./lib/documents.ts";
import { unusedTexts } from "./lib/texts.ts";
import { errorNumbers, numbersWithoutNames } from "./lib/errorNumbers.ts";
import { figurativeWords } from "./lib/plainWords.ts";
import { pauses } from "./lib/pauses.ts";
import { missingTests } from "./lib/quotedTests.ts";

/** Code that is repeated on purpose. */
const REPEATED = [
  "**/dist/**",
  // A migration that has been released never changes, and so shares nothing.
  "apps/server/src/storage/migrations/**",
  // Each example of the handbook stands for itself.
  "apps/player/src/template/handbook/examples/**",
  // A test shows its whole situation, even if another test is similar.
  "**/*.test.ts",
  "**/*.test.tsx",
  "**/*.spec.ts",
  // Kinds of faults that differ only in what is cut.
  "e2e/src/faults/kinds.ts",
];

const REPEATED_OPTIONS = "--min-tokens 70 --min-lines 8 --format typescript,tsx --reporters console".split(" ");
const FOLDERS = ["apps", "packages", "e2e", "bench", "scripts"];

const CHECKS: readonly [name: string, command: string, args: readonly string[]][] = [
  ["format", "oxfmt", ["--check", "."]],
  // With the compiler's own checks, as .oxlintrc.json says: each file by the tsconfig.json next above it.
  ["types and oxlint", "oxlint", ["."]],
  ["imports", "depcruise", ["--config", ".dependency-cruiser.cjs", "--output-type", "err", ...FOLDERS]],
  ["unused", "knip", ["--no-progress"]],
  // Dependencies are checked above: those of e2e/ are used by tests alone.
  ["used by tests alone", "knip", ["--no-progress", "--no-config-hints", "--production", "--exclude", "dependencies"]],
  ["repeated code", "jscpd", ["--exit-code", "1", "--ignore", REPEATED.join(","), ...REPEATED_OPTIONS, ...FOLDERS]],
  ["docs", process.execPath, ["scripts/docs.ts", "--check"]],
];

let failed = 0;
const waiting = [...CHECKS];
async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command, args] = next;
    const result = await run(command, args, { quiet: true });
    console.log(`${result.code === 0 ? "ok    " : "FAILED"} ${name} (${seconds(result.ms)})`);
    if (result.code === 0) continue;
    failed += 1;
    console.log(result.output);
  }
}
// Most of them use one core.
await Promise.all([work(), work()]);
/** Checks of this repository's own: what they find, one line each. */
/** The folders in which texts of both apps may be named. */
const SHARED_TEXTS = ["client", "contract", "ui", "whep"].map((name) => `${ROOT}/packages/${name}/src`);
const OWN_CHECKS: readonly [name: string, find: () => string[], about: string][] = [
  [
    "texts",
    () => ["player", "console"].flatMap((app) => unusedTexts(`${ROOT}/apps/${app}/src`, ...SHARED_TEXTS)),
    "Texts that no code shows",
  ],
  ["error codes", () => errorNumbers(ROOT), "Numbers of the error catalogue outside of it"],
  ["error codes in documents", () => numbersWithoutNames(ROOT), "Numbers of the error catalogue without their names"],
  ["plain words", () => figurativeWords(ROOT), "Figurative words"],
  ["pauses", () => pauses(ROOT), "Tests that wait for a time instead of a state, without a reason"],
  ["paths in documents", () => missingPaths(ROOT), "Paths that documents name, and that are not there"],
  ["folders in maps", () => foldersOutsideMaps(ROOT), "Folders that the maps of ARCHITECTURE.md do not name"],
  ["numbers of decisions", () => numbersOfDecisions(ROOT), "Decisions whose number is that of another one"],
  ["tests in documents", () => missingTests(ROOT), "Tests that documents name or quote, and that are not there"],
];
for (const [name, find, about] of OWN_CHECKS) {
  const found = find();
  console.log(`${found.length === 0 ? "ok    " : "FAILED"} ${name}`);
  if (found.length === 0) continue;
  failed += 1;
  console.log(`${about}:\n${found.join("\n")}`);
}
process.exit(failed > 0 ? 1 : 0);

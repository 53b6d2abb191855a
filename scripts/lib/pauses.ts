/** Finds pauses in tests and their helpers: a test waits for a state that it expects, never for a time. */
import { findInFiles } from "./sources.ts";

const PAUSE = /\.waitForTimeout\(|(?<!(?:test|socket)\.)\bsetTimeout\(|node:timers\/promises|\bpg_sleep\(/;
/** Only the next turn of the event loop. */
const TURN = /\bsetTimeout\(\w+\)/;
const REASON = /\/\/ pause: \S/;
const JOURNEYS = ["e2e/src/{journeys,console,cluster}/**/*.ts", "e2e/src/playerPage.ts"];
const WITH_REASONS = [
  "e2e/src/attacks/**/*.ts",
  "{apps,packages,e2e,scripts}/**/*.test.{ts,tsx}",
  "{apps,packages}/**/testing/**/*.{ts,tsx}",
  "{apps,packages}/**/testing.ts",
];
/** Has pauses as examples. */
const OWN_TEST = /^scripts\/lib\/pauses\.test\.ts$/;

/** "line 3" for each. @param allowReasons leaves out those without a time, and those with `// pause: REASON` in their line or the line before */
export function pausesIn(source: string, { allowReasons = false } = {}): string[] {
  const lines = source.split("\n");
  const hasReason = (index: number) => [lines[index - 1], lines[index]].some((line = "") => REASON.test(line));
  const isAllowed = (line: string, index: number) => allowReasons && (TURN.test(line) || hasReason(index));
  return lines.flatMap((line, index) => (PAUSE.test(line) && !isAllowed(line, index) ? [`line ${index + 1}`] : []));
}

/**
 * "path line 3" for each. A journey has no pause. In attacks and in all tests that Vitest runs, where time may be part of what
 * is tried or the clock may be the test's own, a pause may give its reason.
 */
export const pauses = (root: string): string[] => [
  ...findInFiles(root, { files: JOURNEYS }, (source) => pausesIn(source)),
  ...findInFiles(root, { files: WITH_REASONS, allowed: [OWN_TEST] }, (source) =>
    pausesIn(source, { allowReasons: true }),
  ),
];

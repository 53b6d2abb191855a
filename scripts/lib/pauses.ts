/** Finds pauses in journeys, attacks and the tests of processes: a test waits for a state that it expects, never for a time. */
import { findInFiles } from "./sources.ts";

const PAUSE = /\.waitForTimeout\(|(?<!(?:test|socket)\.)\bsetTimeout\(|node:timers\/promises/;
const REASON = /\/\/ pause: \S/;
const JOURNEYS = ["e2e/src/{journeys,console,cluster}/**/*.ts", "e2e/src/playerPage.ts"];
const WITH_REASONS = ["e2e/src/attacks/**/*.ts", "e2e/src/processes/**/*.test.ts"];

/** "line 3" for each. @param allowReasons leaves out those with `// pause: REASON` in their line or the line before */
export function pausesIn(source: string, { allowReasons = false } = {}): string[] {
  const lines = source.split("\n");
  const hasReason = (index: number) => [lines[index - 1], lines[index]].some((line = "") => REASON.test(line));
  return lines.flatMap((line, index) =>
    PAUSE.test(line) && !(allowReasons && hasReason(index)) ? [`line ${index + 1}`] : [],
  );
}

/**
 * "path line 3" for each. In attacks and tests of processes, where time may be part of what is tried, a pause may give its reason.
 */
export const pauses = (root: string): string[] => [
  ...findInFiles(root, { files: JOURNEYS }, (source) => pausesIn(source)),
  ...findInFiles(root, { files: WITH_REASONS }, (source) => pausesIn(source, { allowReasons: true })),
];

/** Finds pauses in the journeys: a test waits for a state that it expects, never for a time. */
import { findInFiles } from "./sources.ts";

const PAUSE = /\.waitForTimeout\(|(?<!test\.)\bsetTimeout\(|node:timers\/promises/;
const FILES = ["e2e/src/{journeys,cluster}/**/*.ts", "e2e/src/playerPage.ts"];

/** "path line 3" for each. */
export const pauses = (root: string): string[] =>
  findInFiles(root, { files: FILES }, (source) =>
    source.split("\n").flatMap((line, index) => (PAUSE.test(line) ? [`line ${index + 1}`] : [])),
  );

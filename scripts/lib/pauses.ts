/** Finds pauses in the journeys: a test waits for a state that it expects, never for a time. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PAUSE = /\.waitForTimeout\(|(?<!test\.)\bsetTimeout\(|node:timers\/promises/;
const FILES = ["e2e/src/{journeys,cluster}/**/*.ts", "e2e/src/player-page.ts"];

/** "path:line" of each. */
export function pauses(root: string): string[] {
  return globSync(FILES, { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (PAUSE.test(line) ? [`${file}:${index + 1}`] : [])),
  );
}

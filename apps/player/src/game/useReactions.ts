/** Measures how soon presses are answered and shown. Its code comes after the first picture; presses before that are not measured. */
import { useCallback, useEffect } from "react";
import type { RefObject } from "react";
import { loadLater } from "./loadLater.ts";
import type * as reactions from "./reactions.ts";

let code: typeof reactions | null = null;
const load = loadLater(async () => {
  code = await import("./reactions.ts");
});

/** @returns what is called with each press at a machine at rest */
export function useReactions(video: RefObject<HTMLVideoElement | null>): (answered: Promise<unknown>) => void {
  useEffect(() => () => code?.forgetReactions(), []);
  return useCallback(
    // A press that can't be measured is one all the same.
    (answered) => void (code ? code.measure(video.current, answered) : load()).catch(() => {}),
    [video],
  );
}

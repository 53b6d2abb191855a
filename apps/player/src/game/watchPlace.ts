/** The page's place for the picture: in which form the house shall draw the machine, and when another one suits it. */
import { LARGE_PICTURE_FROM, pictureSizeFor } from "@reelcast/contract";
import type { LineRoom } from "./lineRoom.ts";

/** For so long another form must suit the place before it is asked for: a window is being resized. */
const RESIZED_MS = 1_000;

/**
 * Its size in CSS pixels, no wider than the line carries. @param isDrawn whether the house draws the machine: a camera has one
 * form, @param onChange for a second, another form has suited the place
 */
export function watchPlace(place: Element, line: LineRoom, isDrawn: () => boolean, onChange: () => void) {
  const read = () => {
    const part = line.isNarrow ? Math.min(1, LARGE_PICTURE_FROM / Math.max(1, place.clientWidth)) : 1;
    return { width: Math.round(place.clientWidth * part), height: Math.round(place.clientHeight * part) };
  };
  let asked = { width: 0, height: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const formFor = ({ width, height }: typeof asked) => pictureSizeFor(width, height);
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // 0: it is not shown at the moment.
      if (isDrawn() && place.clientWidth > 0 && formFor(read()) !== formFor(asked)) onChange();
    }, RESIZED_MS);
  });
  observer.observe(place);
  return {
    /** For the next picture. */
    ask: () => (asked = read()),
    stop() {
      observer.disconnect();
      clearTimeout(timer);
    },
  };
}

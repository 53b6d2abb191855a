/** The code of the thread in `figures.ts`: the figures of a game with five reels take about two seconds of a core. */
import { figuresOf, gameOf } from "@reelcast/machine";
import type { GameFigures } from "@reelcast/machine";

export default function run(key: string): GameFigures {
  return figuresOf(gameOf(key));
}

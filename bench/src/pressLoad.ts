/** Players who press "play" about once a second, and how long each press took until it was accepted, in milliseconds. */
import { Refused } from "@reelcast/e2e/client";
import type { GameClient } from "@reelcast/e2e/client";

const EVERY_MS = 1_100;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function createPressLoad() {
  const pressing = {
    /** Accepted presses; a bench may empty it between two phases. */
    times: [] as number[],
    /** Presses that the machine refused, mostly since a game was under way. */
    refused: 0,
    /** Presses until `isOver` says so. */
    async play(game: GameClient, control: string, isOver: () => boolean): Promise<void> {
      await pause(Math.random() * EVERY_MS);
      while (!isOver()) {
        const began = performance.now();
        try {
          await game.press(control);
          pressing.times.push(performance.now() - began);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          pressing.refused += 1;
          await game.press("take").catch(() => {});
        }
        await pause(EVERY_MS * (0.8 + Math.random() * 0.4));
      }
    },
  };
  return pressing;
}

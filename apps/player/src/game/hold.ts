/** A finger that stays in one place of the picture. */
import type { Point } from "./zoom.ts";

const HOLD_MS = 450;

export class Hold {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onEnd: (() => void) | null = null;

  /**
   * @param onHold called once, if it stays there; returns whether there is something to hold @param onEnd called afterwards,
   * when it is held no more
   */
  begin(point: Point, onHold: (point: Point) => boolean, onEnd: () => void): void {
    this.end();
    this.#timer = setTimeout(() => {
      if (onHold(point)) this.#onEnd = onEnd;
    }, HOLD_MS);
  }
  /** It has moved, or is gone. Returns whether something was held. */
  end(): boolean {
    clearTimeout(this.#timer);
    const onEnd = this.#onEnd;
    this.#onEnd = null;
    onEnd?.();
    return onEnd !== null;
  }
}

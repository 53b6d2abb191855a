/** Draws stills one after the other, so that live pictures get their turn between two of them. */
import { SerialQueue } from "@reelcast/contract/serialQueue";
import { StillPainter } from "@reelcast/machine/screen";
import type { ReelsView } from "@reelcast/machine/screen";

export class StillQueue {
  readonly #queue = new SerialQueue();
  #painter: StillPainter | null = null;

  /** The reels at the time when it is drawn. @returns WebP in base64, or null if it can't be drawn */
  draw(view: ReelsView): Promise<string | null> {
    return this.#queue.enqueue(async () => {
      try {
        this.#painter ??= new StillPainter();
        return (await this.#painter.paint(view, Date.now())).toString("base64");
      } catch (error) {
        console.error(`a still could not be drawn: ${error instanceof Error ? error.message : String(error)}`);
        return null;
      }
    });
  }
}

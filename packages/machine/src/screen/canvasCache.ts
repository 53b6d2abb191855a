/** Parts of a picture that are drawn once: background, reflection and strips of one machine. */
import type { Canvas } from "@napi-rs/canvas";

/** A screen that is given another machine exceeds this, and draws its parts again. */
const MAX_PARTS = 80;

export class CanvasCache {
  readonly #parts = new Map<string, Canvas>();

  get(key: string, draw: () => Canvas): Canvas {
    const known = this.#parts.get(key);
    if (known) return known;
    if (this.#parts.size > MAX_PARTS) this.#parts.clear();
    const drawn = draw();
    this.#parts.set(key, drawn);
    return drawn;
  }
}

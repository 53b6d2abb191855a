/** Pictures of reels that the media process is asked for: sends each request, and waits a limited time for its answer. */
import type { ReelsView } from "@reelcast/machine/screen";
import type { FromMedia, ToMedia } from "./messages.ts";

const ANSWER_WITHIN_MS = 3_000;
/** More are not asked for: the media process is behind. */
const MAX_PENDING = 100;

export class ReelPictures {
  readonly #send: (message: ToMedia) => void;
  readonly #pending = new Map<number, (image: string | null) => void>();
  #lastId = 0;
  constructor(send: (message: ToMedia) => void) {
    this.#send = send;
  }

  /** @returns a data URL, or null if there is none in time */
  async draw({ theme, cabinet, reels }: ReelsView): Promise<string | null> {
    if (this.#pending.size >= MAX_PENDING) return null;
    const stillId = (this.#lastId += 1);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const timeout = setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
    this.#pending.set(stillId, resolve);
    // The view alone: what is not sent can't be drawn.
    this.#send({ type: "still", stillId, view: { theme, cabinet, reels } });
    const image = await promise;
    clearTimeout(timeout);
    this.#pending.delete(stillId);
    return image === null ? null : `data:image/webp;base64,${image}`;
  }
  onAnswer({ stillId, image }: Extract<FromMedia, { type: "still" }>): void {
    this.#pending.get(stillId)?.(image);
  }
  /** The media process has ended. */
  refuseAll(): void {
    for (const resolve of this.#pending.values()) resolve(null);
  }
}

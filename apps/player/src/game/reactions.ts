/**
 * How soon this player's presses are answered and shown, as the player sees it: from the press to the server's answer, and to the
 * first changed frame of the picture. Only presses at a machine at rest count, whose picture stands still; the frames after one are
 * compared with the frame at the press, in a small copy. Nothing of it leaves the page.
 */

/** The newest ones that are kept. */
const KEPT = 20;
const GIVE_UP_MS = 3_000;
/** The copy that is compared. */
const [WIDTH, HEIGHT] = [64, 36];
/** A pixel differs by more than this in its brightness, 0 … 255; the rest is what an encoder does to a picture that stands. */
const DIFFERS = 24;
/** So many pixels must differ: a lamp of the deck has about as many. */
const LEAST_PIXELS = 6;

export interface Reactions {
  /** From a press to its answer, ms, the newest last. */
  answers: readonly number[];
  /** From a press to the changed picture, ms, the newest last. */
  pictures: readonly number[];
}
const NONE: Reactions = { answers: [], pictures: [] };
let measured = NONE;
const listeners = new Set<() => void>();
function set(next: Reactions): void {
  measured = next;
  for (const listener of listeners) listener();
}
export const reactions = (): Reactions => measured;
export function onReaction(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** Another machine, or another line. */
export const forgetReactions = (): void => set(NONE);

export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

let context: CanvasRenderingContext2D | null = null;
/** The brightness of each pixel of the copy; null: the browser gives none. */
function copyOf(video: HTMLVideoElement): Uint8Array | null {
  context ??= Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT }).getContext("2d", {
    willReadFrequently: true,
  });
  if (!context) return null;
  context.drawImage(video, 0, 0, WIDTH, HEIGHT);
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
  const copy = new Uint8Array(WIDTH * HEIGHT);
  for (let n = 0; n < copy.length; n += 1) {
    const [red = 0, green = 0, blue = 0] = [data[n * 4], data[n * 4 + 1], data[n * 4 + 2]];
    copy[n] = (red * 3 + green * 6 + blue) / 10;
  }
  return copy;
}
/** Whether the machine moves between two copies of its picture. */
export function hasChanged(before: Uint8Array, after: Uint8Array): boolean {
  let pixels = 0;
  for (const [n, value] of before.entries()) if (Math.abs(value - (after[n] ?? 0)) > DIFFERS) pixels += 1;
  return pixels >= LEAST_PIXELS;
}

let newest = 0;
/** @returns ms from the press to the first frame that differs, when it is on the screen; null: none came, or another press did */
function untilChanged(video: HTMLVideoElement, pressedAt: number): Promise<number | null> {
  const before = video.videoWidth > 0 && "requestVideoFrameCallback" in video ? copyOf(video) : null;
  if (!before) return Promise.resolve(null);
  newest += 1;
  const press = newest;
  return new Promise((resolve) => {
    // A picture of which no frame comes calls nothing back.
    const giveUp = setTimeout(() => end(null), GIVE_UP_MS);
    let isOver = false;
    const end = (ms: number | null) => {
      isOver = true;
      clearTimeout(giveUp);
      resolve(ms);
    };
    const look = (_: number, { expectedDisplayTime }: VideoFrameCallbackMetadata) => {
      if (isOver) return;
      const after = press === newest ? copyOf(video) : null;
      if (!after) end(null);
      else if (hasChanged(before, after)) end(expectedDisplayTime - pressedAt);
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  });
}

/** @param answered the press that has just been sent, at a machine at rest; rejected: it had no effect */
export async function measure(video: HTMLVideoElement | null, answered: Promise<unknown>): Promise<void> {
  const pressedAt = performance.now();
  const shown = video ? untilChanged(video, pressedAt) : null;
  const isAnswered = await answered.then(
    () => true,
    () => false,
  );
  if (!isAnswered) return;
  const answer = performance.now() - pressedAt;
  set({ ...measured, answers: [...measured.answers, answer].slice(-KEPT) });
  const picture = await shown;
  // What changed before the press can have arrived was not its doing.
  if (picture === null || picture < answer / 2) return;
  set({ ...measured, pictures: [...measured.pictures, picture].slice(-KEPT) });
}

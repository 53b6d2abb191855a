/**
 * The picture of one machine, five times a second, while its card is held: each answer has the pictures of a second, which
 * are shown at their times while the next ones are made.
 */
import type { CallAnswer } from "@reelcast/contract";

/** A server that answers at once is not asked more often; nor one whose machine stands still. */
const LEAST_BETWEEN_MS = 700;
const STILL_BETWEEN_MS = 2_000;
/** Nobody looks at a card for longer: a pointer that was left on it asks for nothing more. */
const LIVES_MS = 30_000;

export interface LivingCardParts {
  /** @param version of the picture that is shown; 0: none */
  ask: (machineId: number, version: number, signal: AbortSignal) => Promise<CallAnswer<"livingCard">>;
  /** Whether pictures may be asked for now. */
  mayAsk: () => boolean;
  /** @param image an address */
  show: (image: string) => void;
  /** No more pictures come: the server gives none, the player wants none now, or it has lasted long. */
  onEnd: () => void;
}

/** Returns the function that ends it. */
export function startLivingCard(machineId: number, { ask, mayAsk, show, onEnd }: LivingCardParts): () => void {
  const ended = new AbortController();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };
  let version = 0;
  const begun = performance.now();
  async function next(): Promise<void> {
    if (!mayAsk() || performance.now() - begun > LIVES_MS) return onEnd();
    const asked = performance.now();
    const { hasPicture, frames } = await ask(machineId, version, ended.signal);
    if (ended.signal.aborted) return;
    for (const { afterMs, image } of frames) after(afterMs, () => show(image));
    version = frames.at(-1)?.version ?? version;
    if (!hasPicture) return after(frames.at(-1)?.afterMs ?? 0, onEnd);
    const between = frames.length > 0 ? LEAST_BETWEEN_MS : STILL_BETWEEN_MS;
    after(Math.max(0, between - (performance.now() - asked)), run);
  }
  const run = () => void next().catch(() => ended.signal.aborted || onEnd());
  run();
  return () => {
    ended.abort();
    for (const timer of timers) clearTimeout(timer);
  };
}

/**
 * The time of the house. It goes on evenly, whatever happens to the clock of this device: that is read once, at the start, and what
 * the server says corrects it. A device may stop it while it sleeps; the next answer of the server sets it right. Nothing else in the
 * apps reads the device's clock.
 */

/** An answer of the server and this clock may differ by this without a correction, ms: shown times do not jump back and forth. */
const TOLERANCE_MS = 1_000;
/** How far the device's clock may leave this one between two looks before it counts as set, ms. */
const JUMP_MS = 5_000;

/** What `performance.now()` lacks to the time of the house, ms. */
let epochOffset = Date.now() - performance.now();
let known = false;

export const clock = {
  /** Ms since the epoch. */
  now: (): number => epochOffset + performance.now(),
  /**
   * @param time of the server, ms since the epoch
   * @param spreadMs it may be later by so much: what `time` leaves out, and the way of the answer
   */
  sync: (time: number, spreadMs: number): void => {
    if (Number.isNaN(time)) return;
    const now = clock.now();
    if (known && now >= time - TOLERANCE_MS && now <= time + spreadMs + TOLERANCE_MS) return;
    known = true;
    epochOffset = time + spreadMs / 2 - performance.now();
  },
  /** A moment that was read from the device's clock. */
  fromDevice: (time: number): number => time + clock.now() - Date.now(),
  /** For tests: as after a load of the page. @internal */
  reset: (): void => {
    epochOffset = Date.now() - performance.now();
    known = false;
  },
};

/** Returns a function that says whether the device's clock was set, or the device has slept, since it was asked last. */
export function watchDeviceClock(): () => boolean {
  const difference = () => Date.now() - performance.now();
  let last = difference();
  return () => {
    const before = last;
    last = difference();
    return Math.abs(last - before) > JUMP_MS;
  };
}

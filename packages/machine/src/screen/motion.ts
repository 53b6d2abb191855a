/**
 * The motion of a reel: a pure function of one spin and the clock. Positions are strip indices, not pixels.
 *
 * A reel turns downwards, so that the index in its top row falls. It accelerates, runs at full speed, slows down and
 * stops at `stopsAt`; then it bounces once. All reels have the same speed, independent of the distance between their
 * two stops: the strip position jumps while the reel is blurred.
 */

/** Symbols a second at full speed. */
export const FULL_SPEED = 26;
/** Time to full speed and time of braking, ms. */
const RAMP_UP = 170;
const RAMP_DOWN = 260;
/** Speed at the stop, as a fraction of full speed. */
const LANDING = 0.22;
/** The bounce after the stop: duration in ms and height in symbols. */
export const BOUNCE_MS = 240;
const BOUNCE = 0.13;

export interface ReelSpin {
  /** Strip index of the top row before and after. */
  from: number;
  stop: number;
  startedAt: number;
  stopsAt: number;
}

export interface ReelPosition {
  /** Strip index of the top row, unwrapped and fractional; falls while the reel turns. */
  position: number;
  /** Symbols travelled since the start; never falls. */
  travelled: number;
  /** Symbols a second, downwards. */
  speed: number;
  /** Offset of the bounce, in symbols, downwards (not included in the position). */
  bounce: number;
  moving: boolean;
}

/** Where a reel is at `now` (ms). A spin without duration (a held reel) stays at its stop. */
export function reelPosition(spin: ReelSpin, now: number): ReelPosition {
  const total = spin.stopsAt - spin.startedAt;
  if (total <= 0) return { position: spin.stop, travelled: 0, speed: 0, bounce: 0, moving: false };
  const up = Math.min(RAMP_UP, total * 0.3);
  const down = Math.min(RAMP_DOWN, total * 0.4);
  // Time at full speed for the same distance: the ramp up counts half, the ramp down from 1 to LANDING its mean.
  const effective = (total - up / 2 - (down * (1 - LANDING)) / 2) / 1000;
  const way = Math.max(1, Math.round(FULL_SPEED * effective));
  const full = way / effective;
  const t = Math.min(Math.max(now - spin.startedAt, 0), total);
  const travelled = Math.min(way, (full * wayAt(t, total, up, down)) / 1000);
  const past = now - spin.stopsAt;
  if (past >= 0) {
    const bounce = past < BOUNCE_MS ? rock(past / BOUNCE_MS) : 0;
    return { position: spin.stop, travelled: way, speed: 0, bounce, moving: past < BOUNCE_MS };
  }
  const position = travelled < way / 2 ? spin.from - travelled : spin.stop + (way - travelled);
  return { position, travelled, speed: t > 0 ? full * speedAt(t, total, up, down) : 0, bounce: 0, moving: true };
}

/** Speed as part of full speed, `t` ms after the start. */
function speedAt(t: number, total: number, up: number, down: number): number {
  if (t < up) return t / up;
  if (t < total - down) return 1;
  return 1 - ((t - (total - down)) / down) * (1 - LANDING);
}

/** The integral of `speedAt` from 0 to t, in ms at full speed. */
function wayAt(t: number, total: number, up: number, down: number): number {
  if (t < up) return (t * t) / (2 * up);
  const run = Math.min(t, total - down) - up;
  const braking = Math.max(0, t - (total - down));
  return up / 2 + run + braking - ((braking * braking) / (2 * down)) * (1 - LANDING);
}

/** Past the stop and back once, damped. */
function rock(t: number): number {
  return BOUNCE * Math.sin(Math.PI * 2 * t ** 0.8) * (1 - t) ** 1.5;
}

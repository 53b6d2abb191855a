/**
 * The notes of a machine, as a pure function of its display state and the clock. The picture uses the same times, so
 * both are in sync. At rest there are no notes.
 */
import type { DisplayState } from "../display.ts";
import { pitch } from "./tuning.ts";
import type { Tuning } from "./tuning.ts";
import type { Instrument } from "./voices.ts";

export interface Note {
  /** Its key: a note with the same key is played once. */
  key: string;
  /** ms since the epoch. */
  at: number;
  instrument: Instrument;
  hz: number;
  /** Loudness, 0 … 1. */
  gain: number;
}

const ROLL_MS = 40;
const COUNT_MS = 90;
/** Shortest count-up of a big win. */
const BIG_COUNT_MS = 1_600;
const BIG_WIN_BETS = 10;
const ALARM_MS = 150;
/** Interval of the bell of a waiting hand pay, after its banner. */
const REMIND_MS = 4_000;
const TRILL_MS = 110;
/** Melodies while the reels turn, in degrees of the scale: one bar for each spin, in turn. */
const BARS = [
  [0, 2, 4, 2, 5, 4, 2, 4],
  [0, 4, 2, 5, 4, 7, 5, 2],
  [2, 0, 4, 2, 6, 4, 5, 4],
  [0, 2, 5, 4, 7, 5, 4, 2],
] as const;
const BASSES = [
  [-5, -3],
  [-5, -1],
  [-3, -5],
  [-5, -2],
] as const;

/** Notes that begin from `from` up to, not including, `to`. */
export function notesBetween(display: DisplayState, tuning: Tuning, from: number, to: number): Note[] {
  const notes: Note[] = [];
  const play = (key: string, at: number, instrument: Instrument, hz: number, gain: number): void => {
    if (at >= from && at < to) notes.push({ key: `${key}@${at}`, at, instrument, hz, gain });
  };
  /** A note at `start` and every `step` after it, before `end`. */
  const every = (start: number, end: number, step: number, each: (n: number, at: number) => void): void => {
    for (let n = Math.max(0, Math.ceil((from - start) / step)); ; n += 1) {
      const at = start + n * step;
      if (at >= Math.min(to, end)) return;
      each(n, at);
    }
  };
  const score: Score = { display, tuning, play, every, degree: (degree) => pitch(tuning, degree) };
  press(score);
  reels(score);
  count(score);
  banner(score);
  card(score);
  handPay(score, to);
  return notes;
}

interface Score {
  display: DisplayState;
  tuning: Tuning;
  play: (key: string, at: number, instrument: Instrument, hz: number, gain: number) => void;
  every: (start: number, end: number, step: number, each: (n: number, at: number) => void) => void;
  /** Pitch of a degree of the scale. */
  degree: (degree: number) => number;
}

/** Time of the last note of this state; Infinity while a hand pay waits. */
export function lastNoteAt({ phase, lastPress, reels: { spin }, meters, banner: shown, gamble }: DisplayState): number {
  if (phase === "handPay") return Infinity;
  return Math.max(
    lastPress?.at ?? 0,
    spin?.startedAt ?? 0,
    ...(spin?.stopsAt ?? []),
    meters.count.endsAt,
    shown?.endsAt ?? 0,
    gamble?.card?.shownAt ?? 0,
  );
}

/** A button: a knock, and for a selector, the note of its place in the row. */
function press({ display: { lastPress, bands }, play, degree }: Score): void {
  if (!lastPress) return;
  const { control, at } = lastPress;
  play("press", at, "button", 240, 0.3);
  const band = bands.find(({ controls }) => controls.some(({ id }) => id === control));
  const place = band?.controls.findIndex(({ id }) => id === control) ?? -1;
  if (band && place >= 0 && band.id !== "play") play("select", at, "mallet", degree(place + 2), 0.14);
}

/** A roll and a melody while the reels spin; each reel stops with a knock and a note of a rising chord. */
function reels({ display, tuning, play, every, degree }: Score): void {
  const { spin } = display.reels;
  if (!spin) return;
  const { startedAt, stopsAt } = spin;
  const end = Math.max(startedAt, ...stopsAt);
  every(startedAt, end - ROLL_MS, ROLL_MS, (n, at) => {
    const turning = stopsAt.filter((stop) => stop > at).length / stopsAt.length;
    play("roll", at, "roll", 0, 0.05 * turning * Math.min(1, (n + 1) / 5));
  });
  const bonus = display.freeSpins !== null;
  const turn = Math.floor(startedAt / 1_000) % BARS.length;
  const bar = BARS[turn] ?? BARS[0];
  const bass = BASSES[turn] ?? BASSES[0];
  const lift = bonus ? 3 : 0;
  every(startedAt, end, tuning.stepMs, (n, at) => {
    play("melody", at, tuning.lead, degree((bar[n % bar.length] ?? 0) + lift), n % 4 === 0 ? 0.13 : 0.09);
    if (n % 4 === 0) play("bass", at, "bass", degree((bass[(n / 4) % bass.length] ?? 0) + lift), 0.2);
    if (bonus && n % 2 === 1) play("above", at, "chime", degree((bar[(n + 2) % bar.length] ?? 0) + lift + 5), 0.04);
  });
  for (const [reel, at] of stopsAt.entries()) {
    // A held reel did not turn.
    if (at <= startedAt) continue;
    play(`stop-${reel}`, at, "stop", 92 + reel * 6, 0.34);
    play(`stopped-${reel}`, at, tuning.lead, degree(reel * 2 - 1), 0.12);
  }
}

/** A win counts up on a rising scale and ends with a chord; a big win has more notes. */
function count({ display: { meters }, tuning, play, every, degree }: Score): void {
  const { count: counted, win, bet } = meters;
  const { startedAt, endsAt } = counted;
  const length = endsAt - startedAt;
  if (length <= 0 || win <= counted.from) return;
  const big = length >= BIG_COUNT_MS || (bet > 0 && win - counted.from >= bet * BIG_WIN_BETS);
  const steps = Math.ceil(length / COUNT_MS);
  every(startedAt, endsAt, COUNT_MS, (n, at) => {
    const climbed = Math.floor((n / steps) * (big ? 9 : 6));
    play("count", at, tuning.lead, degree(climbed + (n % 2) * 2), 0.13);
    if (big && n % 4 === 0) play("count-bass", at, "bass", degree(climbed % 5 < 3 ? -5 : -2), 0.2);
  });
  for (const degreeOf of big ? [0, 2, 3, 5, 8] : [2, 5])
    play(`won-${degreeOf}`, endsAt, "chime", degree(degreeOf), 0.12);
  if (big) play("won-bass", endsAt, "bass", degree(-5), 0.28);
}

/** The fanfare of each banner. */
function banner({ display: { banner: shown }, tuning, play, every, degree }: Score): void {
  if (!shown) return;
  const { kind, startedAt, endsAt } = shown;
  const line = (stepMs: number, degrees: readonly number[], instrument: Instrument, gain: number) =>
    degrees.forEach((one, n) => play(`${kind}-${n}`, startedAt + n * stepMs, instrument, degree(one), gain));
  const chord = (name: string, ms: number, degrees: readonly number[], gain: number) => {
    for (const one of degrees) play(`${kind}-${name}-${one}`, startedAt + ms, "chime", degree(one), gain);
    play(`${kind}-${name}-bass`, startedAt + ms, "bass", degree((degrees[0] ?? 0) - 5), gain * 2);
  };
  const trill = (start: number, end: number, gain: number) =>
    every(start, end, TRILL_MS, (n, at) => play(`${kind}-trill`, at, "chime", degree(7 + ((n * 2) % 5)), gain));
  switch (kind) {
    case "bonusStart":
      line(120, [0, 2, 4, 5, 7, 9, 10], tuning.lead, 0.17);
      chord("top", 900, [0, 2, 5, 10], 0.13);
      trill(startedAt + 1_000, startedAt + 1_900, 0.05);
      return;
    case "bonusEnd":
      chord("first", 0, [3, 5, 6], 0.12);
      chord("second", 450, [2, 4, 6], 0.12);
      chord("home", 900, [0, 2, 5, 7], 0.15);
      return;
    case "bigWin":
      chord("call", 0, [0, 2, 5], 0.13);
      chord("answer", 300, [2, 5, 7], 0.13);
      trill(startedAt + 600, endsAt - 300, 0.06);
      return;
    case "jackpot":
      for (const [n, root] of [0, 3, 1, 4, 0, 5].entries())
        chord(`round-${n}`, n * 600, [root, root + 2, root + 4, root + 7], 0.12);
      trill(startedAt + 300, endsAt - 300, 0.07);
      return;
    case "gambleWon":
      line(110, [2, 5, 7], tuning.lead, 0.18);
      chord("top", 330, [5, 7, 10], 0.1);
      return;
    case "gambleLost":
      line(200, [2, 0, -3], "mallet", 0.16);
      return;
    case "handPay":
  }
}

/** The bell that calls the attendant: steady at first, then at intervals until the hand pay is reset. */
function handPay({ display: { phase, banner: shown }, tuning, play, every }: Score, to: number): void {
  const ring = (n: number, at: number) => play("alarm", at, "alarm", tuning.root * (n % 2 === 0 ? 3 : 2.5), 0.2);
  const start = shown?.kind === "handPay" ? shown.startedAt : 0;
  const end = shown?.kind === "handPay" ? shown.endsAt : 0;
  if (end > start) every(start, phase === "handPay" ? end : Math.min(end, start + 900), ALARM_MS, ring);
  if (phase === "handPay") every(end + REMIND_MS, to, REMIND_MS, (_, at) => ring(0, at));
}

function card({ display: { gamble }, play }: Score): void {
  if (gamble?.card) play("card", gamble.card.shownAt, "card", 0, 0.16);
}

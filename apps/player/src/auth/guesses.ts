/**
 * Which guesses at a PIN there are in what is typed. The right PIN opens as it is typed, so whatever is typed is tried:
 * a guess begins with the fourth digit, goes on with every digit added behind it (nobody knows whether a PIN is done),
 * and is over when it is sent, erased or replaced. Pure.
 */

/** Digits of the shortest PIN. */
export const SHORTEST = 4;

export interface Entry {
  digits: string;
  /** A guess is under way. False for what is left while one is erased: that has been tried on the way there. */
  open: boolean;
}
export const NO_ENTRY: Entry = { digits: "", open: false };

export interface Typed {
  entry: Entry;
  /** A guess that is over, and was not the PIN. */
  over: string | null;
  /** A guess begins. */
  begins: boolean;
}

/** What becomes of `before` when `digits` stand in the field. */
export function typeOn(before: Entry, digits: string): Typed {
  if (digits === before.digits) return { entry: before, over: null, begins: false };
  const goesOn = digits.startsWith(before.digits);
  const over = before.open && !goesOn ? before.digits : null;
  const isGuess = digits.length >= SHORTEST && !before.digits.startsWith(digits);
  return { entry: { digits, open: isGuess }, over, begins: isGuess && !(goesOn && before.open) };
}

/** Values of limits: which change takes effect at once, how much is used, and minutes as they are typed. Pure. */

/** Largest limit of time: the minutes of a month of 31 days. */
export const MOST_MINUTES = 44_640;

export type Effect = "same" | "tighter" | "looser";
/** How `next` compares with the limit in force; null: no limit. The server decides, this predicts it. */
export function effectOf(present: number | null, next: number | null): Effect {
  if (present === next) return "same";
  if (next === null) return "looser";
  return present === null || next < present ? "tighter" : "looser";
}

/** For the progress bar, 0 to 100. */
export function percentUsed(used: number, value: number): number {
  return Math.min(100, Math.max(0, Math.round((used / value) * 100)));
}

/** Whole minutes as they are typed, also in Arabic digits; null if the text is no number or too large. */
export function parseMinutes(text: string): number | null {
  const digits = text
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[\s\u200e\u200f]/g, "");
  if (!/^\d{1,5}$/.test(digits)) return null;
  const minutes = Number(digits);
  return minutes >= 1 && minutes <= MOST_MINUTES ? minutes : null;
}

/** Whether a looser limit can be confirmed now. The server decides, this predicts it. @param now ms since the epoch */
export const canConfirm = ({ from, until }: { from: string; until?: string | undefined }, now: number): boolean =>
  now >= Date.parse(from) && (until === undefined || now < Date.parse(until));

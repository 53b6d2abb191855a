/** Minimum length of a new password, in Unicode code points (not UTF-16 units), for both app and server. */
export const SHORTEST_PASSWORD = 8;

/**
 * Whether it has at least that many code points: an emoji is one, although its JavaScript `length` is two, and so is "ş" however it is
 * typed.
 */
export function isLongEnough(password: string): boolean {
  return Array.from(password.normalize("NFC")).length >= SHORTEST_PASSWORD;
}

/**
 * The checks of a form's two fields for a new password or PIN. What is empty passes: that it is required is a rule of its own.
 * Only the server knows which passwords are too common.
 */
export const isTooShort = (typed: unknown): boolean =>
  typeof typed === "string" && typed !== "" && !isLongEnough(typed);
const formOf = (typed: unknown) => (typeof typed === "string" ? typed.normalize("NFC") : typed);
/** Whether the second field has something else than the first. */
export const isNotRepeated = (again: unknown, first: unknown): boolean =>
  again !== "" && formOf(again) !== formOf(first);

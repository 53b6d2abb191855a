/** How long a new password must be: both sides count alike, in characters of Unicode and not in units of UTF-16. */
export const SHORTEST_PASSWORD = 8;

/** Whether it has at least that many characters: an emoji is one, though JavaScript's `length` says two. */
export function isLongEnough(password: string): boolean {
  return Array.from(password).length >= SHORTEST_PASSWORD;
}

/** Minimum length of a new password, in Unicode code points (not UTF-16 units), for both app and server. */
export const SHORTEST_PASSWORD = 8;

/** Whether it has at least that many code points: an emoji is one, although its JavaScript `length` is two. */
export function isLongEnough(password: string): boolean {
  return Array.from(password).length >= SHORTEST_PASSWORD;
}

/**
 * U+0000, or half of a character (a lone surrogate), anywhere in it: PostgreSQL can store neither, so both are refused in every call
 * and every socket's request.
 */
export function holdsUnstorable(value: unknown): boolean {
  const rest = [value];
  while (rest.length > 0) {
    const one = rest.pop();
    if (typeof one === "string" && (one.includes("\0") || !one.isWellFormed())) return true;
    if (typeof one === "object" && one !== null) rest.push(...Object.keys(one), ...Object.values(one));
  }
  return false;
}

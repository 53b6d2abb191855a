/** Where to go after the login: a path of this site. */

/** A path of this site: one leading slash, no backslash, no control characters. Anything else is the lobby. */
export function redirectTarget(wish: unknown): string {
  if (typeof wish !== "string" || wish.length > 500) return "/lobby";
  // oxlint-disable-next-line no-control-regex -- browsers drop them, and what is left may be another address
  if (!/^\/(?!\/)/.test(wish) || /[\\\u0000-\u001f]/.test(wish)) return "/lobby";
  return /^\/(login|logout|callback)(\/|\?|$)/.test(wish) ? "/lobby" : wish;
}

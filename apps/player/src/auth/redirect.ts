/** Where to go after the login: a path of this site. */

/** A path of this site: one leading slash, no backslash, no control characters. Anything else is the lobby. */
export function redirectTarget(requested: unknown): string {
  if (typeof requested !== "string" || requested.length > 500) return "/lobby";
  // oxlint-disable-next-line no-control-regex -- browsers drop them, and what is left may be another address
  if (!/^\/(?!\/)/.test(requested) || /[\\\u0000-\u001f]/.test(requested)) return "/lobby";
  return /^\/(login|logout|callback)(\/|\?|$)/.test(requested) ? "/lobby" : requested;
}

/** The players' screens: a guest at their addresses logs in first. What else there is, the app's router knows. */
const PLAYERS = /^\/((login|callback|logout)?|(lobby|game|profile|rules|slot-sessions|transactions)(\/.*)?)$/;

/**
 * The address at which a guest who comes to this one logs in, with the way back; null where the app has to decide.
 * @param page as in `location`
 */
export function loginAddress({
  pathname,
  search,
  hash,
}: Pick<Location, "pathname" | "search" | "hash">): string | null {
  const path = pathname.replace(/\/+$/, "") || "/";
  if (!PLAYERS.test(path)) return null;
  if (path === "/login") return pathname + search;
  if (path === "/callback" || path === "/logout") return "/login";
  const target = path === "/" ? "/lobby" : pathname + search + hash;
  return `/login?${new URLSearchParams({ redirect: redirectTarget(target) })}`;
}

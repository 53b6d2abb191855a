/**
 * The cookie by which a browser is recognised at its next login. It is a random number and no credential: wrong passwords
 * that others try in the same network do not block a player in a recognised browser.
 */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { KNOWN_PLACE_DAYS } from "../../accounts/index.ts";
import { isOverTls } from "./headers.ts";

const FORM = /^[\w-]{22}$/;
/** Over TLS the prefix keeps other hosts of the domain from setting it. */
const nameFor = (request: FastifyRequest) => (isOverTls(request) ? "__Host-reelcast_browser" : "reelcast_browser");

/** The value of the cookie; undefined: none, or not one of this server. */
export function browserOf(request: FastifyRequest): string | undefined {
  const start = `${nameFor(request)}=`;
  const found = (request.headers.cookie ?? "").split("; ").find((pair) => pair.startsWith(start));
  const value = found?.slice(start.length);
  return value !== undefined && FORM.test(value) ? value : undefined;
}
const MOST_KNOWN = 10_000;
/** Browsers with a login since the start, the oldest first. */
const known = new Set<string>();
/** The browser of a request; null if nobody has logged in with it since the start. */
export function knownBrowserOf(request: FastifyRequest): string | null {
  const browser = browserOf(request);
  return browser !== undefined && known.has(browser) ? browser : null;
}
export const newBrowser = (): string => randomBytes(16).toString("base64url");

/** Sets the cookie, for as long as the login pair is stored. */
export function keepBrowser(request: FastifyRequest, reply: FastifyReply, value: string): void {
  known.delete(value);
  known.add(value);
  for (const oldest of known) if (known.size > MOST_KNOWN) known.delete(oldest);
  const attributes = `Path=/; Max-Age=${KNOWN_PLACE_DAYS * 86_400}; HttpOnly; SameSite=Strict${isOverTls(request) ? "; Secure" : ""}`;
  void reply.header("Set-Cookie", `${nameFor(request)}=${value}; ${attributes}`);
}

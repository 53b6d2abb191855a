/**
 * The cookie by which a browser is known again at its next login: a random number that lets nobody in, and only keeps
 * what others guess in the same network from blocking its players.
 */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const DAYS = 180;
const FORM = /^[\w-]{22}$/;
const overTls = (request: FastifyRequest) => request.protocol === "https";
/** Over TLS the prefix keeps other hosts of the domain from setting it. */
const nameFor = (request: FastifyRequest) => (overTls(request) ? "__Host-reelcast_browser" : "reelcast_browser");

/** What the browser has kept; undefined: nothing, or nothing of ours. */
export function browserOf(request: FastifyRequest): string | undefined {
  const start = `${nameFor(request)}=`;
  const found = (request.headers.cookie ?? "").split("; ").find((pair) => pair.startsWith(start));
  const value = found?.slice(start.length);
  return value !== undefined && FORM.test(value) ? value : undefined;
}
export const newBrowser = (): string => randomBytes(16).toString("base64url");

/** To be kept from now on, for as long as the login pair is. */
export function keepBrowser(request: FastifyRequest, reply: FastifyReply, value: string): void {
  const attributes = `Path=/; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Strict${overTls(request) ? "; Secure" : ""}`;
  void reply.header("Set-Cookie", `${nameFor(request)}=${value}; ${attributes}`);
}

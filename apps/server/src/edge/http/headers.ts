/**
 * The headers of every answer, and the form of refusals: they are the same for the application, the front door and Node's
 * parser.
 */
import { STATUS_CODES } from "node:http";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { DEFAULT_SETTINGS } from "@reelcast/contract";
import type { AppError } from "@reelcast/contract";
import type { FastifyRequest } from "fastify";
import { contentSecurityPolicy } from "./policy.ts";

/** The headers of helmet, without the two that depend on the settings and on TLS. */
export const SECURITY_HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Permissions-Policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), autoplay=(self), fullscreen=(self), screen-wake-lock=(self)",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Download-Options": "noopen",
  "X-Frame-Options": "DENY",
  "X-Permitted-Cross-Domain-Policies": "none",
  "X-XSS-Protection": "0",
} as const;

/** Only a trusted proxy may state that its client used TLS. */
export const isOverTls = ({ protocol }: Pick<FastifyRequest, "protocol">) => protocol === "https";

const STRICT_POLICY = contentSecurityPolicy({ ...DEFAULT_SETTINGS.liveChat, enabled: false });
/** A client that does not close a connection which the server has ended is cut after this time. */
const GOODBYE_MS = 1_000;

function headersOf(status: number, body: string): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    "Content-Security-Policy": STRICT_POLICY,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    // The server is not ready: the same call may be repeated soon.
    ...(status === 503 ? { "Retry-After": "1" } : {}),
  };
}

/** Answers with JSON without the application. */
export function answerJson(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, headersOf(status, body)).end(body);
}

/** Refuses on a connection that has no response to write to, and ends it. */
export function refuseOn(socket: Duplex, refusal: AppError): void {
  const { status } = refusal;
  const body = JSON.stringify(refusal.toAnswer());
  const headers = Object.entries({ ...headersOf(status, body), Connection: "close" });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.on("error", () => {});
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines}\r\n${body}`);
  setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
}

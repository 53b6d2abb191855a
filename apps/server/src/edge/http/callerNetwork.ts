/** Where callers are: behind a proxy, or in a network of the house. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { isPublic } from "../../video/index.ts";

const FORWARDED =
  /^(forwarded|via|x-forwarded.*|x-original-.*|x-envoy-.*|x-azure-.*|.*-(client|connecting|real)-ip|x-proxyuser-ip|cdn-loop)$/;

/** Whether a request came through a proxy, trusted or not: then its client is elsewhere. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDED.test(name));
}

/**
 * Whether the caller is in a network of the house: by its own address, which a proxy may name only if it is trusted. Behind one that is
 * not, nobody is.
 */
export function isInHouseNetwork({ ip, headers, socket }: Pick<FastifyRequest, "ip" | "headers" | "socket">): boolean {
  return !isPublic(ip) && !(isForwarded(headers) && ip === socket.remoteAddress);
}

/** Which viewers of video are in a network of the house. */
import type { FastifyRequest } from "fastify";
import { isPublic } from "../../video/index.ts";

/**
 * Whether the caller is in a network of the house: by its own address, which a proxy may name only if it is trusted. Behind one that is
 * not, nobody is.
 */
export function isLocal({ ip, headers, socket }: Pick<FastifyRequest, "ip" | "headers" | "socket">): boolean {
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined;
  return !isPublic(ip) && !(isForwarded && ip === socket.remoteAddress);
}

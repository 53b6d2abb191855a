/** Where callers are: behind a proxy, or in a network of the house. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { addressSet, plainAddress } from "../../network/index.ts";

const FORWARDED =
  /^(forwarded|via|x-forwarded.*|x-original-.*|x-envoy-.*|x-azure-.*|.*-(client|connecting|real)-ip|x-proxyuser-ip|cdn-loop)$/;

/** Whether a request came through a proxy, trusted or not: then its client is elsewhere. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDED.test(name));
}

/** Networks that only a house has for itself. Shared and translated ones (100.64.0.0/10, 64:ff9b::/96) are a provider's. */
const isHousesOwn = addressSet([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);

/**
 * Whether the caller is in a network of the house: by its own address, which a proxy may name only if it is trusted. Behind one that is
 * not, nobody is. What is no address is outside.
 */
export function isInHouseNetwork({ ip, headers, socket }: Pick<FastifyRequest, "ip" | "headers" | "socket">): boolean {
  return isHousesOwn(plainAddress(ip)) && !(isForwarded(headers) && ip === socket.remoteAddress);
}

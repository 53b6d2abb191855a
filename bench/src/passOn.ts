/** Passes a request on to a server, so that a benchmark can change some of its answers in transit. */
import type { FastifyReply, FastifyRequest } from "fastify";

/** Status and headers of the answer are the reply's; the caller sends the body. @param server its address without a path */
export async function passOn(request: FastifyRequest, reply: FastifyReply, server: string): Promise<Response> {
  const headers = new Headers();
  for (const name of ["accept", "authorization", "content-type", "accept-language"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const answer = await fetch(server + request.url, {
    method: request.method,
    headers,
    ...(Buffer.isBuffer(request.body) ? { body: new Uint8Array(request.body) } : {}),
  });
  void reply.code(answer.status);
  for (const name of ["content-type", "cache-control", "content-security-policy"]) {
    const value = answer.headers.get(name);
    if (value !== null) void reply.header(name, value);
  }
  return answer;
}

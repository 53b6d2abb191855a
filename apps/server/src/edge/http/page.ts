/** Which requests get the app's page: decided by the address as the router reads it, and by the Accept header. */
import type { FastifyRequest } from "fastify";

/** The path of a request's address, decoded, without its query; also of an address in absolute form (RFC 9112 §3.2.2). */
export function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
  try {
    return decodeURIComponent(path) || "/";
  } catch {
    return path;
  }
}

/** Whether a client with this Accept header takes HTML (RFC 9110 §12.5.1): of several ranges the narrowest counts. */
export function takesHtml(accept: string | undefined): boolean {
  const ranges = ["*/*", "text/*", "text/html"];
  let narrowest = -1;
  let quality = 0;
  for (const part of (accept?.trim() || "*/*").split(",", 50)) {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const width = ranges.indexOf(range);
    if (width < narrowest || width < 0) continue;
    narrowest = width;
    const given = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    quality = given === undefined ? 1 : Number(given) || 0;
  }
  return quality > 0;
}

/** Whether a request that matches no route is answered with the page: every path of the app that names no file. */
export function isForPage({ method, url, headers }: Pick<FastifyRequest, "method" | "url" | "headers">): boolean {
  const path = pathOf(url);
  return (method === "GET" || method === "HEAD") && !/^\/(api|ws)\/|\.\w+$/i.test(path) && takesHtml(headers.accept);
}

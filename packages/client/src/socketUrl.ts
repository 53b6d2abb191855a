/** The address of a socket. */

/**
 * @param socketBase on the host of `page` where it is a path
 * @param token a ticket (or a token): single use, goes into the query as the contract says
 */
export function socketUrl(socketBase: string, socket: string, token: string, page: string): string {
  const url = new URL(`${socketBase.replace(/\/$/, "")}/${socket}`, page);
  if (url.protocol === "http:") url.protocol = "ws:";
  if (url.protocol === "https:") url.protocol = "wss:";
  url.searchParams.set("token", token);
  return url.href;
}

/** The address of a socket. */

/**
 * @param socketBase on the host of `page` where it is a path
 * @param ticket single use; goes into the query as the contract says: its parameter and its value
 */
export function socketUrl(
  socketBase: string,
  socket: string,
  [parameter, value]: readonly [parameter: string, value: string],
  page: string,
): string {
  const url = new URL(`${socketBase.replace(/\/$/, "")}/${socket}`, page);
  if (url.protocol === "http:") url.protocol = "ws:";
  if (url.protocol === "https:") url.protocol = "wss:";
  url.searchParams.set(parameter, value);
  return url.href;
}

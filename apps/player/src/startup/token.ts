/** A token in the address (`?token=`): taken out of it before anything else is asked for, so that it stays in no log. */

/** The address without its token, and the token. */
export function splitToken(address: string): { token: string | null; address: string } {
  const url = new URL(address);
  const token = url.searchParams.get("token");
  url.searchParams.delete("token");
  return { token: token === "" ? null : token, address: url.pathname + url.search + url.hash };
}

/** Addresses outside of the app. */
import { parseUrl } from "@reelcast/contract";

/** The address to open for an outside deposit, or null: only https with a host and without a name in it counts. */
export function externalDepositUrl({ enabled, url }: { enabled: boolean; url: string }): string | null {
  const address = enabled ? parseUrl(url) : null;
  if (!address) return null;
  const { protocol, hostname, username, password, href } = address;
  return protocol === "https:" && hostname !== "" && username === "" && password === "" ? href : null;
}

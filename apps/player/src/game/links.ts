/** Addresses outside of the app. */

/** The address to open for an outside deposit, or null: only https with a host and without a name in it counts. */
export function externalDepositUrl({ enabled, url }: { enabled: boolean; url: string }): string | null {
  if (!enabled || !URL.canParse(url)) return null;
  const { protocol, hostname, username, password, href } = new URL(url);
  return protocol === "https:" && hostname !== "" && username === "" && password === "" ? href : null;
}

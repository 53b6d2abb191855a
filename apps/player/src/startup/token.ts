/** A token in the address (`?token=`): taken out of it before anything else is asked for, so that it stays in no log. */
import { tokenTimes } from "../api/jwt.ts";

/** The address without its token, and the token. */
export function splitToken(address: string): { token: string | null; address: string } {
  const url = new URL(address);
  const token = url.searchParams.get("token");
  url.searchParams.delete("token");
  return { token: token === "" ? null : token, address: url.pathname + url.search + url.hash };
}

/** Whether a token has expired by its own claims. An unreadable one is left to the server. @param now milliseconds */
export function isExpired(token: string, now: number): boolean {
  const { expiresAt } = tokenTimes(token);
  return expiresAt !== null && expiresAt <= now;
}

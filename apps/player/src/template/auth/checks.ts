/** Checks of the forms before a request, by the contract's rules. Pure. */
import { EmailAddress } from "@reelcast/contract";

export function isEmail(value: unknown): boolean {
  return typeof value === "string" && EmailAddress.safeParse(value.trim()).success;
}

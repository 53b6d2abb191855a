/** Checks of the forms before a request, by the contract's rules. Pure. */
import { TEMPLATE_CALLS } from "@reelcast/contract";

const { shape } = TEMPLATE_CALLS.register.body;

export function isEmail(value: unknown): boolean {
  return typeof value === "string" && shape.email.safeParse(value.trim()).success;
}

/** Checks of the forms before a request, by the contract's rules. Pure. */
import { TEMPLATE_CALLS, isLongEnough } from "@reelcast/contract";

const { shape } = TEMPLATE_CALLS.register.body;

export function isEmail(value: unknown): boolean {
  return typeof value === "string" && shape.email.safeParse(value.trim()).success;
}
/** Whether the password is long enough. Only the server knows which ones are too common. */
export function isPasswordLength(value: unknown): boolean {
  return typeof value === "string" && isLongEnough(value) && shape.password.safeParse(value).success;
}

/** What the forms check before anything is sent: by the contract, so that both sides agree. Pure. */
import { TEMPLATE_CALLS, isLongEnough } from "@reelcast/contract";

const { shape } = TEMPLATE_CALLS.register.body;

export function isEmail(value: unknown): boolean {
  return typeof value === "string" && shape.email.safeParse(value.trim()).success;
}
/** Whether the server would not call it too short. Which ones are too common, it alone knows. */
export function isPasswordLength(value: unknown): boolean {
  return typeof value === "string" && isLongEnough(value) && shape.password.safeParse(value).success;
}

/** What the forms check before anything is sent: by the contract's own schemas, so that both sides agree. Pure. */
import { TEMPLATE_CALLS } from "@reelcast/contract";

const { shape } = TEMPLATE_CALLS.register.body;
export const SHORTEST_PASSWORD = 8;

export function isEmail(value: unknown): boolean {
  return typeof value === "string" && shape.email.safeParse(value.trim()).success;
}
export function isLongEnough(value: unknown): boolean {
  return shape.password.safeParse(value).success;
}

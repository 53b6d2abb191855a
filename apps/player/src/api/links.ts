/** The call of sign-in links, loaded with an address that has one. */
import { LINK_CALLS } from "@reelcast/contract";
import type { LoginAnswer } from "@reelcast/contract";
import { clientOf } from "./index.ts";
import { TAB, tabStore } from "./token.ts";

const linkCall = clientOf(LINK_CALLS);

/**
 * Exchanges a sign-in link for a login. May be called again where the answer was lost, in this tab alone: the server answers
 * the same request id again. @throws ApiError
 */
export function exchangeLink(token: string): Promise<LoginAnswer> {
  const requestId = tabStore.get(TAB.linkRequest) ?? crypto.randomUUID();
  tabStore.set(TAB.linkRequest, requestId);
  return linkCall("followLink", { body: { token, requestId } });
}

/** The call of sign-in links, loaded with an address that has one. */
import { LINK_CALLS } from "@reelcast/contract";
import { clientOf } from "./index.ts";

/** @throws ApiError */
export const linkCall = clientOf(LINK_CALLS);

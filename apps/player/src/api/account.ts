/** The calls for the player's own account, loaded with the screens that make them. */
import { ACCOUNT_CALLS } from "@reelcast/contract";
import { clientOf } from "./index.ts";

/** @throws ApiError, or the abort reason of `signal` */
export const accountCall = clientOf(ACCOUNT_CALLS);

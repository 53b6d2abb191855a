/** The calls for sessions, transactions and logs, loaded with the screens that make them. */
import { HISTORY_CALLS } from "@reelcast/contract";
import { clientOf } from "./index.ts";

/** @throws ApiError, or the abort reason of `signal` */
export const historyCall = clientOf(HISTORY_CALLS);

/** The list of machines in parts, loaded with the screens that read it so. */
import { LOBBY_CALLS } from "@reelcast/contract";
import { clientOf } from "./index.ts";

/** @throws ApiError, or the abort reason of `signal` */
export const lobbyCall = clientOf(LOBBY_CALLS);

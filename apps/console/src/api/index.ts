/** The console's way to the server: `call("staff")`, typed and parsed by the contract, with the session's token. */
import { createClient } from "@reelcast/client";
import { CONSOLE_CALLS } from "@reelcast/contract/console";
import { clock } from "@reelcast/contract/clock";
import { session } from "../session/store.ts";

export { ApiError, isApiError } from "@reelcast/client";

export const API_BASE = "/api/v1";
/** @throws ApiError, or the abort reason of `signal` */
export const call = createClient(CONSOLE_CALLS, {
  apiBase: API_BASE,
  token: session.token,
  onUnauthorized: (token) => session.lock(token),
  onServerTime: clock.sync,
  fetch: (input, init) => globalThis.fetch(input, init),
});

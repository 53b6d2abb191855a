/**
 * The app's way to the server: `call("machines")`, typed and parsed by the contract; `settings()`; `ApiError`.
 * Startup wires it (`configureApi`); every other part only calls.
 */
import { CALLS } from "@reelcast/contract";
import { createClient } from "@reelcast/client";
import type { CallFunction, CallTable, ClientOptions } from "@reelcast/client";
import { readToken } from "./token.ts";

export { ApiError, isApiError } from "@reelcast/client";
export { onSettingsChange, setSettings, settings } from "./settings.ts";
export { readToken, rememberLogin, shouldRemember, storeToken, clearToken, STORAGE } from "./token.ts";

let wiring: ClientOptions = { apiBase: "/api/v1", token: readToken };
let client: CallFunction<typeof CALLS> = createClient(CALLS, wiring);
export function configureApi(options: ClientOptions): void {
  wiring = options;
  client = createClient(CALLS, options);
}
/** `await call("kick", {body: {machineId}})`. @throws ApiError, or the abort reason of `signal` */
export const call: CallFunction<typeof CALLS> = (...args) => client(...args);
/** The same way for calls that few screens make: their table comes with those screens. */
export function clientOf<const T extends CallTable>(calls: T): CallFunction<T> {
  return (...args) => createClient(calls, wiring)(...args);
}

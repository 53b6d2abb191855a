/**
 * The app's way to the server: `call("machines")`, typed and parsed by the contract; `settings()`; `ApiError`.
 * Startup wires it (`configureApi`); every other part only calls.
 */
import { createClient } from "./client.ts";
import type { CallFunction, ClientOptions } from "./client.ts";
import { readToken } from "./token.ts";

export { ApiError, isApiError } from "./errors.ts";
export type { ApiErrorCode } from "./errors.ts";
export type { CallOptions } from "./client.ts";
export { setSettings, settings } from "./settings.ts";
export { readToken, rememberLogin, shouldRemember, storeToken, clearToken, STORAGE } from "./token.ts";
export { socketUrl } from "./socketUrl.ts";

let client: CallFunction = createClient({ apiBase: "/api/v1", token: readToken });
export function configureApi(options: ClientOptions): void {
  client = createClient(options);
}
/** `await call("kick", {body: {machineId}})`. @throws ApiError, or the abort reason of `signal` */
export const call: CallFunction = (...args) => client(...args);

/**
 * REST calls by a table of the contract, and what they may fail with. Sockets, downloads and queries are entries of their own. For
 * Chrome 111 and Safari 16.4, or newer. */
export { callUrl, createClient, serverTime } from "./client.ts";
export type { CallFunction, CallOptions, CallTable, ClientOptions } from "./client.ts";
export { ApiError, isApiError } from "./errors.ts";
export type { ApiErrorCode } from "./errors.ts";
export { socketUrl } from "./socketUrl.ts";

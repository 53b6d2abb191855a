/**
 * What the sockets have in common: JSON-RPC 2.0 text frames (https://www.jsonrpc.org/specification), requests from the client,
 * notifications from the server. After `init` the answer is the whole state; notifications carry only what changed.
 */
import * as z from "zod/mini";
import { ErrorAnswer } from "./errors.ts";

const RpcId = z.union([z.int(), z.string().check(z.maxLength(64))]);
export const RpcRequest = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.optional(RpcId),
  method: z.string().check(z.minLength(1), z.maxLength(40)),
  params: z._default(z.record(z.string(), z.unknown()), {}),
});
export type RpcRequest = z.infer<typeof RpcRequest>;
export const RpcError = z.object({ code: z.int(), message: z.string(), data: z.optional(ErrorAnswer) });
export const RpcMessage = z.union([
  z.object({
    jsonrpc: z.literal("2.0"),
    method: z.string(),
    params: z._default(z.record(z.string(), z.unknown()), {}),
  }),
  z.object({ jsonrpc: z.literal("2.0"), id: z.nullable(RpcId), result: z.unknown() }),
  z.object({ jsonrpc: z.literal("2.0"), id: z.nullable(RpcId), error: RpcError }),
]);
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  application: -32000,
} as const;

export const CLOSE = {
  policy: 1008,
  internal: 1011,
  restart: 1012,
  tokenInvalid: 4401,
  notPermitted: 4403,
  takenOver: 4409,
  flood: 4429,
} as const;

export const SOCKET = {
  maxFrameBytes: 16 * 1024,
  requestsPerSecond: 40,
  bytesPerSecond: 64 * 1024,
  initWithinMs: 5_000,
  closeWithinMs: 1_000,
  pingEveryMs: 15_000,
  deadAfterMs: 40_000,
  /** The game socket's `heartbeat`. */
  heartbeatEveryMs: 1_000,
  /** Without a message for so long, a visible page counts a connection with heartbeats as lost. */
  silentAfterMs: 2_000,
  batchWindowMs: 50,
  videoReportEveryMs: 30_000,
  shownBrands: 64,
  shownMachines: 300,
  ticketTtlMs: 30_000,
  reconnect: { minMs: 300, maxMs: 10_000 },
} as const;

/** Every socket has these. */
export const COMMON_REQUESTS = {
  refresh: { params: z.object({ token: z.string().check(z.maxLength(4096)) }), result: z.object({}) },
  ping: { params: z.object({}), result: z.object({ at: z.number() }) },
} as const;

/** JSON-RPC 2.0 as text: what is read from a frame, and what is written into one. */
import type { CodedError, ErrorAnswer } from "@reelcast/contract";
import type { RawData } from "ws";

/** `ws` hands a message over in one of three shapes. */
export const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Answer = { jsonrpc: "2.0"; id: string | number | null } & (
  | { result: unknown }
  | { error: { code: number; message: string; data: ErrorAnswer } }
);

export function refusal(id: string | number | null, code: number, error: CodedError): Answer {
  return { jsonrpc: "2.0", id, error: { code, message: error.message, data: error.toAnswer() } };
}

export function notification(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}

/**
 * How messages look between processes: JSON with the version of this form and the name of the node that sends. A later
 * version is for receivers that know it.
 */
import { AppError, ERRORS, ErrorCode } from "@reelcast/contract";
import type { ErrorParams } from "@reelcast/contract";
import * as z from "zod/mini";

const VERSION = 1;
/** Larger messages are not sent: NATS takes 1 MiB, and what belongs here is far smaller. */
const MAX_BYTES = 262_144;

const From = z.string().check(z.maxLength(80));
const Message = z.object({
  v: z.literal(VERSION),
  from: From,
  /** The topic; absent in feeds. */
  topic: z.optional(z.string()),
  /** The operation of a request. */
  op: z.optional(z.string()),
  m: z.unknown(),
});
const Answer = z.object({
  v: z.literal(VERSION),
  ok: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.int(), params: z.optional(z.record(z.string(), z.unknown())) })),
});

/** Too large to be sent. */
export class TooLarge extends Error {
  override name = "TooLarge";
}
function encode(value: object): string {
  const text = JSON.stringify({ v: VERSION, ...value });
  // A character takes up to three bytes of UTF-8 for each unit of the string: most messages need no exact count.
  if (text.length * 3 > MAX_BYTES && Buffer.byteLength(text) > MAX_BYTES) throw new TooLarge();
  return text;
}
/** @throws TooLarge */
export const encodeMessage = (message: { from: string; topic?: string; op?: string; m: unknown }) => encode(message);
/** @throws ZodError, SyntaxError */
export const decodeMessage = (text: string) => z.parse(Message, JSON.parse(text));
/** @throws TooLarge */
export const encodeResult = (ok: unknown) => encode({ ok });
/** Errors other than AppError become InternalError. */
export function encodeError(error: unknown): string {
  const known = error instanceof AppError ? error : new AppError(ErrorCode.InternalError);
  return encode({ error: { code: known.code, params: known.params } });
}

const isCode = (code: number): code is ErrorCode => Object.hasOwn(ERRORS, code);
/** The result. @throws the AppError of the handler; ZodError, SyntaxError */
export function decodeAnswer(text: string): unknown {
  const { ok, error } = z.parse(Answer, JSON.parse(text));
  if (error === undefined) return ok;
  // A code of a newer version.
  if (!isCode(error.code)) throw new AppError(ErrorCode.InternalError);
  throw new AppError(error.code, (error.params ?? {}) as ErrorParams);
}

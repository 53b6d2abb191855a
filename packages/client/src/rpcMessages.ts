/** Reads the messages of a JSON-RPC 2.0 socket. Messages that the contract does not know are left out. */
import { RpcMessage } from "@reelcast/contract";
import { ApiError } from "./errors.ts";

type Message = ReturnType<typeof RpcMessage.parse>;
export type RpcNotification = Extract<Message, { method: string }>;
export type RpcAnswer = Exclude<Message, { method: string }>;

/** The messages of one frame, which contains one message or a batch. */
export function parseFrame(frame: string): Message[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(frame);
  } catch {
    return [];
  }
  return (Array.isArray(parsed) ? parsed : [parsed]).flatMap((item) => {
    const message = RpcMessage.safeParse(item);
    return message.success ? [message.data] : [];
  });
}

/** The error of a refused request: the catalogue's code, or "badAnswer" if the server sent none. */
export function errorOf({ message, data }: Extract<RpcAnswer, { error: unknown }>["error"]): ApiError {
  if (data === undefined) return new ApiError("badAnswer", { message });
  return new ApiError(data.code, { message: data.ErrorMessage, params: data.Params });
}

/** Offers that the media process is to answer: sends them, and waits a limited time for each answer. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Logger } from "pino";
import { withoutCandidates } from "./candidates.ts";
import type { FromMedia, ToMedia } from "./messages.ts";

/** Also the time that an offer waits for the media process to start. */
export const ANSWER_WITHIN_MS = 5_000;

export class PendingOffers {
  readonly #send: (message: ToMedia) => void;
  readonly #log: Logger;
  readonly #pending = new Map<string, PromiseWithResolvers<string>>();
  constructor(send: (message: ToMedia) => void, log: Logger) {
    this.#send = send;
    this.#log = log;
  }

  /** Resolves with the answer. @throws AppError */
  async send(request: Omit<Extract<ToMedia, { type: "create" }>, "type">): Promise<string> {
    const { viewerId, offer } = request;
    const pending = Promise.withResolvers<string>();
    this.#pending.set(viewerId, pending);
    const timeout = setTimeout(() => this.refuse(viewerId, ErrorCode.VideoStartFailed), ANSWER_WITHIN_MS);
    this.#send({ type: "create", ...request, offer: withoutCandidates(offer) });
    try {
      return await pending.promise;
    } finally {
      clearTimeout(timeout);
      this.#pending.delete(viewerId);
    }
  }
  onAnswer(message: Extract<FromMedia, { type: "created" | "refused" }>): void {
    if (message.type === "created") return this.#pending.get(message.viewerId)?.resolve(message.answer);
    const { code, detail } = message;
    if (code === ErrorCode.VideoStartFailed) this.#log.error({ detail }, "video could not be started");
    else this.#log.info({ code, detail }, "an offer for video was refused");
    this.refuse(message.viewerId, code);
  }
  refuse(viewerId: string, code: ErrorCode): void {
    this.#pending.get(viewerId)?.reject(new AppError(code));
  }
  refuseAll(code: ErrorCode): void {
    for (const viewerId of this.#pending.keys()) this.refuse(viewerId, code);
  }
}

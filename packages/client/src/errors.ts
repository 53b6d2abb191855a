/** What a call may fail with: always a code. The text for it is chosen where it is shown. */
import type { ErrorParams } from "@reelcast/contract";

/**
 * `network`: no answer; `timeout`: no answer in time; `badAnswer`: an answer that does not fit the contract; `notSent`: it is
 * still here, because earlier bytes wait to be sent.
 */
export type ApiErrorCode = number | "network" | "timeout" | "badAnswer" | "notSent";

export class ApiError extends Error {
  override name = "ApiError";
  readonly code: ApiErrorCode;
  readonly params: ErrorParams;
  /** HTTP status, 0 where there was no answer. */
  readonly status: number;
  constructor(
    code: ApiErrorCode,
    options: { message?: string; params?: ErrorParams; status?: number; cause?: unknown } = {},
  ) {
    super(options.message ?? "", { cause: options.cause });
    this.code = code;
    this.params = options.params ?? {};
    this.status = options.status ?? 0;
  }
  /** Whether the same request may succeed later without any change. */
  get mayRetry(): boolean {
    return this.code === "network" || this.code === "timeout" || this.status === 429 || this.status >= 500;
  }
}

export function isApiError(error: unknown, code?: ApiErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** Requests about money that got no answer: the server may have carried them out, so they are sent again. */
import { ErrorCode } from "@reelcast/contract";
import { isApiError } from "../api/index.ts";

/** On an open connection, an unanswered request is sent again after so long. */
export const RESEND_MS = 1_000;

/**
 * No answer arrived, the same request is being carried out, there were too many, the server is not ready, or the
 * machine has not confirmed it yet.
 */
const UNANSWERED: readonly (string | number)[] = [
  "network",
  "timeout",
  ErrorCode.RequestInProgress,
  ErrorCode.TooManyRequests,
  ErrorCode.ServiceUnavailable,
  ErrorCode.TransferInDoubt,
];

export const isUnanswered = (error: unknown): boolean => isApiError(error) && UNANSWERED.includes(error.code);

/** Errors of the database as errors of the catalogue. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { SQL_STATE, isDatabaseAway } from "../storage/index.ts";
import type { ErrorRules } from "../storage/index.ts";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function sqlState(error: unknown): { code?: string; constraint?: string } {
  if (!isObject(error)) return {};
  const { code, constraint } = error;
  return {
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof constraint === "string" ? { constraint } : {}),
  };
}

/** A refusal with a code becomes an AppError; any other error is returned unchanged. */
export function translate(error: unknown): unknown {
  const { code, constraint } = sqlState(error);
  switch (code) {
    case "RC001":
      return new AppError(ErrorCode.ServiceUnavailable, {}, { cause: error });
    case "RC002":
      return new AppError(ErrorCode.InsufficientBalance, {}, { cause: error });
    case "RC004":
      return new AppError(ErrorCode.TransferIdReused, {}, { cause: error });
    case "RC006":
      return new AppError(ErrorCode.NotFound, {}, { cause: error });
    case "RC008":
      return new AppError(ErrorCode.MachineOutOfOrder, {}, { cause: error });
    case "RC009":
      return new AppError(ErrorCode.EarlierTransferPending, {}, { cause: error });
    case "RC010":
      return new AppError(ErrorCode.Conflict, {}, { cause: error });
    case "RC011":
      return new AppError(ErrorCode.SessionTerminated, {}, { cause: error });
    case "RC012":
      return new AppError(ErrorCode.AmountOutOfRange, {}, { cause: error });
    case SQL_STATE.checkViolation:
      return constraint === "never_negative"
        ? new AppError(ErrorCode.InsufficientBalance, {}, { cause: error })
        : error;
    case SQL_STATE.uniqueViolation:
      return constraint === "one_unresolved_per_machine"
        ? new AppError(ErrorCode.EarlierTransferPending, {}, { cause: error })
        : error;
    default:
      return isDatabaseAway(error) ? new AppError(ErrorCode.ServiceUnavailable, {}, { cause: error }) : error;
  }
}

/** Another process owns the machine: this one must not act on it any more. */
export function isFenced(error: unknown): boolean {
  return sqlState(error).code === "RC001" || (error instanceof AppError && sqlState(error.cause).code === "RC001");
}

const SERIALIZATION = new Set<string>([SQL_STATE.deadlockDetected, SQL_STATE.serializationFailure]);

/**
 * Whether the statement may be repeated: it has changed nothing (a deadlock, a race for one key), or that is not known and a
 * repetition finds out (the connection was lost, perhaps during the commit).
 */
function isWorthAnotherTry(error: unknown): "at once" | "later" | false {
  const { code, constraint } = sqlState(error);
  // Two calls with one key, or two transfers of one machine, can meet in these indexes first.
  if (
    code === SQL_STATE.uniqueViolation &&
    (constraint === "one_unresolved_per_machine" || constraint === "transfers_number")
  )
    return "at once";
  if (code !== undefined && SERIALIZATION.has(code)) return "at once";
  return isDatabaseAway(error) ? "later" : false;
}

/** The errors of the ledger and of sessions, for `createStatementRetry`. */
export const LEDGER_ERRORS: ErrorRules = { isWorthAnotherTry, translate };

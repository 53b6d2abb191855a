/** What the database answers when it refuses or is not there, in codes of the catalogue. */
import { AppError } from "@reelcast/contract";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function sqlState(error: unknown): { code?: string; constraint?: string } {
  if (!isObject(error)) return {};
  const { code, constraint } = error;
  return {
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof constraint === "string" ? { constraint } : {}),
  };
}

/** A refusal that has a code becomes an AppError; anything else stays what it is. */
export function translate(error: unknown): unknown {
  const { code, constraint } = sqlState(error);
  switch (code) {
    case "RC001":
      return new AppError(50300, {}, { cause: error });
    case "RC002":
      return new AppError(60012, {}, { cause: error });
    case "RC004":
      return new AppError(40902, {}, { cause: error });
    case "RC006":
      return new AppError(40400, {}, { cause: error });
    case "23514":
      return constraint === "never_negative" ? new AppError(60012, {}, { cause: error }) : error;
    case "23505":
      return constraint === "one_unresolved_per_machine" ? new AppError(60010, {}, { cause: error }) : error;
    default:
      return error;
  }
}

const SERIALIZATION = new Set(["40P01", "40001"]);
/** Connection exceptions (class 08), the server's own ends (57P0x), and what the network says. */
const LOST = /^(08\d{3}|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/;
const LOST_WITHOUT_CODE = /^(Connection terminated|Client has encountered a connection error)/;

/**
 * Whether the same call may be made once more: it has changed nothing (a deadlock, a race for one key), or it is not
 * known whether it has, and a repetition finds out (the connection was lost, perhaps in mid-commit).
 */
export function isWorthAnotherTry(error: unknown): "at once" | "later" | false {
  const { code, constraint } = sqlState(error);
  // Two calls with one key can meet in this index before they do in that of the key.
  if (code === "23505" && constraint === "one_unresolved_per_machine") return "at once";
  if (code !== undefined && SERIALIZATION.has(code)) return "at once";
  if (code !== undefined && LOST.test(code)) return "later";
  if (error instanceof Error && LOST_WITHOUT_CODE.test(error.message)) return "later";
  return false;
}

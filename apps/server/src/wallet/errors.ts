/** What the database refuses, in codes of the catalogue. */
import { AppError } from "@reelcast/contract";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export function sqlState(error: unknown): { code?: string; constraint?: string } {
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
    case "23505":
      return constraint === "one_unresolved_per_machine" ? new AppError(60010, {}, { cause: error }) : error;
    default:
      return error;
  }
}

import { errorCode } from "../errorCode.ts";

/** PostgreSQL's error codes (SQLSTATE, appendix A of its manual) on which the server decides. */
export const SQL_STATE = {
  invalidParameterValue: "22023",
  uniqueViolation: "23505",
  checkViolation: "23514",
  readOnlyTransaction: "25006",
  invalidAuthorization: "28000",
  invalidPassword: "28P01",
  unknownDatabase: "3D000",
  serializationFailure: "40001",
  deadlockDetected: "40P01",
  insufficientPrivilege: "42501",
  diskFull: "53100",
  lockNotAvailable: "55P03",
  adminShutdown: "57P01",
  cannotConnectNow: "57P03",
  ioError: "58030",
} as const;
export type SqlState = (typeof SQL_STATE)[keyof typeof SQL_STATE];

export const hasSqlState = (error: unknown, ...states: SqlState[]): boolean =>
  (states as string[]).includes(errorCode(error));

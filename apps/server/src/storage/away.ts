/** Tells whether a database is away, from what a query of it threw. */

/**
 * Connection exceptions (class 08), the server's own ends (57P0x), a statement or an idle transaction that was cut off
 * (57014, 25P03, 25P04), too many connections (53300), a read-only standby (25006), and what the network says.
 */
const LOST =
  /^(08\d{3}|57P0[1234]|57014|25P0[34]|53300|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const LOST_WITHOUT_CODE =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client was closed)/;

/** The database did not answer, or not to the end: whether the statement took effect is not known. */
export function isAway(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return LOST.test(code) || (error instanceof Error && LOST_WITHOUT_CODE.test(error.message));
}

/** PostgreSQL's own error codes (SQLSTATE, appendix A of its manual) that the server decides on. */
export const SQL_STATE = {
  uniqueViolation: "23505",
  serializationFailure: "40001",
  deadlockDetected: "40P01",
} as const;

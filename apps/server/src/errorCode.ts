/** The code of an error of the system, of the network or of the database; "" without one. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

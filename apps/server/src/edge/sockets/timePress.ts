/** Measures presses: from the request to its answer. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Histogram } from "../../metrics/index.ts";

/** A refusal is normal in play: most are presses that come too early. */
const isRefusal = (error: unknown) => error instanceof AppError && error.code !== ErrorCode.ServiceUnavailable;

export async function timePress<T>(duration: Histogram<"outcome"> | undefined, press: () => Promise<T>): Promise<T> {
  const began = performance.now();
  let outcome = "accepted";
  try {
    return await press();
  } catch (error) {
    outcome = isRefusal(error) ? "refused" : "failed";
    throw error;
  } finally {
    duration?.observe({ outcome }, (performance.now() - began) / 1000);
  }
}

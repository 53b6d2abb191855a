/** A React root of the app: what its components throw is reported to the house. */
import { createRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import { reportFailure } from "../api/failures.ts";

/** @param onUncaught nothing in the root shows this error: React has taken all of it off the page */
export function createAppPlace(place: HTMLElement, onUncaught?: () => void): Root {
  const report = (error: unknown) => {
    console.error(error);
    reportFailure(error);
  };
  return createRoot(place, {
    onCaughtError: report,
    onUncaughtError(error) {
      report(error);
      onUncaught?.();
    },
  });
}

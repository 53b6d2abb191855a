/** Reports an error of the app's own code to the house's log. A report that can't be sent is dropped. */
import { FAILURE_CALLS, FAILURE_LENGTH } from "@reelcast/contract";
import { clientOf, isApiError } from "./index.ts";

const send = clientOf(FAILURE_CALLS);
/** An error that repeats, or one that causes others, must not send a stream of reports. */
const MOST = 5;
const reported = new Set<string>();

/** Answers of the server and lost connections are no failures of the app. */
export function reportFailure(error: unknown): void {
  if (isApiError(error)) return;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (message === "" || reported.has(message) || reported.size >= MOST) return;
  reported.add(message);
  const body = {
    message: message.slice(0, FAILURE_LENGTH.message),
    stack: stack?.slice(0, FAILURE_LENGTH.stack),
    page: location.pathname.slice(0, FAILURE_LENGTH.page),
    version: __VERSION__,
  };
  send("reportFailure", { body }).catch(() => {});
}

/** What nobody catches. Returns the function that stops it. */
export function followFailures(): () => void {
  const onRejection = ({ reason }: PromiseRejectionEvent) => reportFailure(reason);
  globalThis.addEventListener("unhandledrejection", onRejection);
  return () => {
    globalThis.removeEventListener("unhandledrejection", onRejection);
    reported.clear();
  };
}

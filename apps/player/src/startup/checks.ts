/** What is asked before the app may start: the browser, WebRTC, and whether this address is permitted. */
import { call, settings } from "../api/index.ts";
import type { ApiError } from "../api/index.ts";
import { browserFamily, hasWebRtc } from "./browser.ts";

/** Why the app does not start (yet). */
export type StartupBlocker =
  | { kind: "browser" }
  /** The player may go on without live video. */
  | { kind: "webrtc" }
  | { kind: "country"; country: string; ip: string }
  /** The check was not answered as it should be. */
  | { kind: "ipFailed" }
  /** There is a login, but the server could not be asked whether it holds. */
  | { kind: "failed"; error: ApiError };

export function browserBlocker(): StartupBlocker | null {
  if (browserFamily() === "other") return { kind: "browser" };
  return hasWebRtc() ? null : { kind: "webrtc" };
}

/** Only a clear "no" (status 0 and code 0) keeps somebody out; an answer that is no answer asks to load again. */
export async function addressBlocker(): Promise<StartupBlocker | null> {
  if (!settings().ipCheck) return null;
  try {
    const { status, code, ip, country } = await call("check");
    return status === 1 || code !== 0 ? null : { kind: "country", country, ip };
  } catch {
    return { kind: "ipFailed" };
  }
}

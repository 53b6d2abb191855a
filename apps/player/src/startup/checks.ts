/** The checks before the app starts: browser, WebRTC, and the IP address. */
import { call, settings } from "../api/index.ts";
import type { ApiError } from "../api/index.ts";
import { browserFamily, hasWebRtc } from "./browser.ts";

/** Why the app does not start. */
export type StartupBlocker =
  | { kind: "browser" }
  /** The player may continue without live video. */
  | { kind: "webrtc" }
  | { kind: "country"; country: string; ip: string }
  /** The answer to the check was not valid. */
  | { kind: "ipFailed" }
  /** There is a login, but the server could not be asked whether it is valid. */
  | { kind: "failed"; error: ApiError };

export function browserBlocker(): StartupBlocker | null {
  if (browserFamily() === "other") return { kind: "browser" };
  return hasWebRtc() ? null : { kind: "webrtc" };
}

/** Only status 0 with code 0 refuses an address; an invalid answer asks to reload. */
export async function addressBlocker(): Promise<StartupBlocker | null> {
  if (!settings().ipCheck) return null;
  try {
    const { status, code, ip, country } = await call("check");
    return status === 1 || code !== 0 ? null : { kind: "country", country, ip };
  } catch {
    return { kind: "ipFailed" };
  }
}

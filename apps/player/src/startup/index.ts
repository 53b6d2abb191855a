/** The steps before the app: token in the address, settings, language, old service workers, and whether a login still holds. */
import { mergeSettings } from "@reelcast/contract";
import type { Language } from "@reelcast/contract";
import { call, configureApi, isApiError, readToken, setSettings, settings, storeToken } from "../api/index.ts";
import { STORAGE, browserStore, dropStaleToken } from "../api/token.ts";
import { endSession, loginExpired, setLogin } from "../auth/session.ts";
import { loadTexts, setErrorFormats, setLanguage } from "../i18n/index.ts";
import { configureToasts } from "../ui/index.ts";
import { splitToken } from "./token.ts";

const SETTINGS_WITHIN_MS = 5_000;

async function readSettings(): Promise<void> {
  try {
    const response = await fetch("/Settings.json", {
      cache: "no-cache",
      signal: AbortSignal.timeout(SETTINGS_WITHIN_MS),
    });
    const merged = mergeSettings(await response.json());
    setSettings(merged.settings);
    if (merged.ignored.length > 0) console.info("Settings.json: ignored", merged.ignored.join(", "));
  } catch {
    // Without the operator's settings the defaults hold.
  }
}
async function dropServiceWorkers(): Promise<void> {
  const workers = await navigator.serviceWorker?.getRegistrations().catch(() => []);
  await Promise.all((workers ?? []).map((worker) => worker.unregister()));
}

/** "failed": there is a login, but the server could not be asked whether it holds. */
export type Started = "ready" | "failed";

export async function start(): Promise<Started> {
  const { token, address } = splitToken(location.href);
  if (token !== null) history.replaceState(null, "", address);
  dropStaleToken();
  void dropServiceWorkers();
  await readSettings();
  const { apiBase, contractVersion, currency, dateFormat, toastAutoCloseMs, tokenLogin, language } = settings();
  configureApi({ apiBase, contractVersion, token: readToken, onUnauthorized: loginExpired });
  configureToasts({ autoCloseMs: toastAutoCloseMs });
  setErrorFormats({ currency, dateFormat });
  await Promise.all([
    loadTexts("shell", "errors", "startup"),
    setLanguage((browserStore.get(STORAGE.language) as Language | null) ?? language),
  ]);
  if (token !== null && (tokenLogin || location.pathname === "/callback")) storeToken(token);
  if (readToken() === null) return "ready";
  try {
    setLogin(await call("validate"));
    return "ready";
  } catch (error) {
    // A refused token has ended the session by itself; anything else may pass.
    if (isApiError(error) && error.status === 401) return "ready";
    if (isApiError(error) && typeof error.code === "number" && error.status < 500) {
      endSession();
      return "ready";
    }
    return "failed";
  }
}

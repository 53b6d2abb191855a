/**
 * The house's settings: read at the start, and again when an answer or a push of the server names a newer version. What the
 * app shows follows by `useSettings`; the language of a visit never changes by itself.
 */
import { clock } from "@reelcast/contract/clock";
import { SETTINGS_VERSION, mergeSettings } from "@reelcast/contract";
import { serverTime } from "@reelcast/client";
import { configureToasts } from "@reelcast/ui/toast";
import { configureApi, readToken, setSettings, settings } from "../api/index.ts";
import { isMoneyHidden } from "../api/token.ts";
import { faultOf, loginExpired } from "../auth/loginStore.ts";
import { setErrorFormats } from "../i18n/errors.ts";
import { addressBlocker } from "./checks.ts";

const SETTINGS_WITHIN_MS = 5_000;
/** Another process of the house may have the newer version a second later than the one that named it. */
const AGAIN_MS = [1_500, 5_000];

/** Of the settings in force, and the newest that the server has named. 0: this server names none. */
let inForce = 0;
let newest = 0;
let isReading = false;

/** @throws unless the settings have come and can be read */
async function fetchSettings(): Promise<void> {
  const sentAt = performance.now();
  const response = await fetch("/Settings.json", {
    cache: "no-cache",
    signal: AbortSignal.timeout(SETTINGS_WITHIN_MS),
  });
  clock.sync(...serverTime(response, sentAt));
  const merged = mergeSettings(await response.json());
  inForce = Number(response.headers.get(SETTINGS_VERSION));
  setSettings(merged.settings);
  if (merged.ignored.length > 0) console.info("Settings.json: ignored", merged.ignored.join(", "));
}

/** What is configured by the settings, apart from what components show. */
function configure(): void {
  const { apiBase, contractVersion, currency, dateFormat, toastAutoCloseMs, messageAutoHideMs } = settings();
  configureApi({
    apiBase,
    contractVersion,
    token: readToken,
    onUnauthorized: (token, error) => loginExpired(token, faultOf(error)),
    onServerTime: clock.sync,
    onSettingsVersion: noteSettingsVersion,
  });
  configureToasts({ toast: toastAutoCloseMs, message: messageAutoHideMs });
  setErrorFormats({ currency, dateFormat, isMoneyHidden });
}

/** At the start: without an answer the app begins with the defaults. */
export async function readSettings(): Promise<void> {
  inForce = 0;
  newest = 0;
  try {
    await fetchSettings();
  } catch (error) {
    console.info("Settings.json could not be read: starting with defaults", error);
  }
  configure();
}

async function readNewer(): Promise<void> {
  for (const pause of [0, ...AGAIN_MS]) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    await fetchSettings();
    if (inForce >= newest) break;
  }
  configure();
  // The house looks at addresses from now on: the page that says so is one of the start.
  if ((await addressBlocker())?.kind === "country") location.reload();
}

/** The server has named the version of its settings. A version that can't be read is read with the next one that is named. */
export function noteSettingsVersion(version: number): void {
  newest = Math.max(newest, version);
  if (inForce === 0 || newest <= inForce || isReading) return;
  isReading = true;
  void readNewer()
    .catch((error: unknown) => console.info("Settings.json could not be read again", error))
    .finally(() => (isReading = false));
}

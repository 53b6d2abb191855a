/**
 * The steps before the app: token in the address, settings, language, old service workers, the browser, the address
 * that the player comes from, and whether a login still holds.
 */
import { isLinkToken } from "@reelcast/contract";
import { toast } from "@reelcast/ui/toast";
import { isApiError, readToken, settings, storeToken } from "../api/index.ts";
import type { ApiError } from "../api/index.ts";
import { STORAGE, TAB, browserStore, tabStore } from "../api/token.ts";
import { currentLogin, faultOf, faultText, forgetLogin, refreshLogin, setLogin } from "../auth/loginStore.ts";
import { loadTexts, preloadTexts, setLanguage, t } from "../i18n/catalogue.ts";
import { errorText } from "../i18n/errors.ts";
import type { Subject } from "../i18n/texts.ts";
import { firstLanguage } from "../shell/language.ts";
import { addressBlocker, browserBlocker } from "./checks.ts";
import type { StartupBlocker } from "./checks.ts";
import { readSettings } from "./settings.ts";
import { splitToken } from "./token.ts";

export type { StartupBlocker } from "./checks.ts";

/** Retries of the login check, so that a short network failure does not end the login. */
const VALIDATE_AGAIN_MS = [500, 1_500];

async function dropServiceWorkers(): Promise<void> {
  const workers = await navigator.serviceWorker?.getRegistrations().catch(() => []);
  await Promise.all((workers ?? []).map((worker) => worker.unregister()));
}

/** Takes the token out of the address. It is kept for this tab: what stands in the way may take loading the page anew. */
export function takeToken(): string | null {
  const { token, address } = splitToken(location.href);
  if (token === null) return tabStore.get(TAB.link);
  history.replaceState(null, "", address);
  tabStore.set(TAB.link, token);
  return token;
}
/** Shows why the page before this one logged out. */
function showLogoutMessage(): void {
  const words = tabStore.get(TAB.logoutMessage);
  if (words === null) return;
  tabStore.remove(TAB.logoutMessage);
  toast.warning(words, { id: "login-over" });
}

/** Loads the settings, and the texts of every start. @param subjects of texts that the first screen needs, too */
export async function prepare(...subjects: Subject[]): Promise<void> {
  const first = () => firstLanguage(settings(), browserStore.get(STORAGE.language), navigator.languages);
  void dropServiceWorkers();
  // The settings seldom change what the defaults say of it.
  preloadTexts(first(), "shell", "errors", ...subjects);
  await readSettings();
  await Promise.all([loadTexts("shell", "errors", ...subjects), setLanguage(first())]);
  showLogoutMessage();
}

/** Logs in, and tries again while there is no answer. @throws ApiError */
async function takeLogin(logIn: () => Promise<void>): Promise<void> {
  for (const pause of [...VALIDATE_AGAIN_MS, null]) {
    try {
      return await logIn();
    } catch (error) {
      if (pause === null || !isApiError(error, "network")) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

const validate = () => takeLogin(refreshLogin);

/** Whether a refusal is a clear "no". What may pass, like too many requests, is asked again. */
const isNo = ({ code, status }: ApiError) => typeof code === "number" && (status === 401 || status === 403);

/** What follows from a login that could not be confirmed. */
function refused(error: ApiError, fromAddress: boolean): StartupBlocker | null {
  // The refused token has already ended the session, with a message.
  if (error.status === 401 && !fromAddress) return null;
  if (!isNo(error) && error.code !== "network") return { kind: "failed", error };
  forgetLogin();
  const text =
    error.code === "network"
      ? t("shell.networkLogout")
      : error.status === 401
        ? faultText(faultOf(error))
        : errorText(error);
  toast.error(text, { id: "login-over" });
  return null;
}

/** Says whose account it is: the address was somebody's, not the player's own. */
function greet(): void {
  const user = currentLogin()?.user;
  // Another tab has ended the login meanwhile.
  if (!user) return;
  toast.close("login-over");
  const { name, lastname, username } = user;
  toast.info(t("shell.loggedInAs", { name: `${name} ${lastname}`.trim() || username }));
}

/** Signs in with the token of the address. */
async function signIn(token: string): Promise<void> {
  storeToken(token);
  await validate();
  greet();
}

/** Exchanges the token of a sign-in link for a login. A link that is refused ends no login that there is. */
async function followLink(token: string): Promise<StartupBlocker | null> {
  const { exchangeLink } = await import("../api/links.ts");
  try {
    await takeLogin(async () => setLogin(await exchangeLink(token)));
    greet();
    return null;
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (!isNo(error)) return { kind: "failed", error };
    toast.error(errorText(error), { id: "login-over" });
    return readToken() === null ? null : confirm(validate, false);
  }
}

/** What became of asking the server about a login; null: it holds, or there is none. */
async function confirm(login: () => Promise<void>, fromAddress: boolean): Promise<StartupBlocker | null> {
  try {
    await login();
    return null;
  } catch (error) {
    if (isApiError(error)) return refused(error, fromAddress);
    throw error;
  }
}

/** Asks the server about the login that there is, or that the link brings. */
async function settle(token: string | null): Promise<StartupBlocker | null> {
  // An existing login stays: a link can't replace it, unless links are the only way to log in.
  if (readToken() !== null && readToken() !== token && !(token !== null && settings().tokenLogin)) {
    const blocker = await confirm(validate, false);
    if (blocker !== null || readToken() !== null) return blocker;
  }
  if (token === null) return null;
  return isLinkToken(token) ? followLink(token) : confirm(() => signIn(token), true);
}

/** Everything between the settings and the first screen. Null: the app may start. @param token from the address */
export async function start(token: string | null, withoutVideo = false): Promise<StartupBlocker | null> {
  const browser = browserBlocker();
  if (browser && !(withoutVideo && browser.kind === "webrtc")) return browser;
  const blocker = (await addressBlocker()) ?? (await settle(token));
  // It was used, or is of no use.
  if (blocker === null) for (const key of [TAB.link, TAB.linkRequest]) tabStore.remove(key);
  return blocker;
}

/** Who is logged in, in this tab and in the other tabs of the browser. Owns the login answer; `api` owns the token. */
import type { LoginAnswer } from "@reelcast/contract";
import { toast } from "@reelcast/ui/toast";
import { STORAGE, call, clearToken, readToken, storeToken } from "../api/index.ts";
import type { ApiError } from "../api/index.ts";
import { t } from "../i18n/catalogue.ts";
import { TAB, browserStore, tabStore } from "../api/token.ts";

let login: LoginAnswer | null = null;
/** The change of this login's password, until its answer has come. */
let replacing: Promise<unknown> | null = null;
const listeners = new Set<() => void>();

function publish(next: LoginAnswer | null): void {
  login = next;
  if (next === null) toast.forget();
  for (const listener of listeners) listener();
}

export function currentLogin(): LoginAnswer | null {
  return login;
}
export function onLoginChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setLogin(answer: LoginAnswer): void {
  storeToken(answer.token);
  browserStore.set(STORAGE.player, String(answer.user.id));
  if (answer.pin_code !== undefined) browserStore.set(STORAGE.pin, answer.pin_code);
  publish(answer);
}
/**
 * Asks the server about the stored token, and takes its answer. An answer about a token that another tab has ended or
 * replaced meanwhile is dropped: it would bring an ended login back, or put it in the place of the next one.
 * @throws ApiError
 */
export async function refreshLogin(): Promise<void> {
  const token = readToken();
  const answer = await call("validate");
  if (readToken() === token) return setLogin(answer);
  if (readToken() !== null) return refreshLogin();
}
/** Forgets the login in this browser. The server is not asked. */
export function forgetLogin(): void {
  clearToken();
  replacing = null;
  if (login !== null) publish(null);
}
/** Why a token is refused: it has expired, or the server does not accept it. */
export type TokenFault = "expired" | "invalid";
/** The reason of a refusal. */
export function faultOf(error: ApiError): TokenFault {
  return error.params["reason"] === "expired" ? "expired" : "invalid";
}
/** Why a refused token ends the login, in words. */
export const faultText = (fault: TokenFault) => t(fault === "expired" ? "shell.tokenExpired" : "shell.tokenInvalid");
/** The token was refused. Another tab may have stored a newer one. */
export function loginExpired(token: string, fault: TokenFault): void {
  // Whether it is over shows when the new token is there, or is not.
  if (replacing) return void replacing.then(() => loginExpired(token, fault));
  if (token !== readToken()) return;
  forgetLogin();
  toast.warning(faultText(fault), { id: "login-over" });
}
/**
 * Changes the password. Every token ends with it but the fresh one, which is stored here: until it has come, the end
 * of the old one is no end of the login. @throws ApiError WrongOldPassword, PasswordTooShort, PasswordTooCommon,
 * TooManyRequests
 */
export async function changePassword(body: { oldPassword: string; newPassword: string }): Promise<void> {
  const change = call("password", { body }).then(({ token }) => {
    if (login === null) return;
    const { password_expired: _, ...rest } = login;
    setLogin({ ...rest, token });
  });
  const done = change
    .catch(() => undefined)
    .finally(() => {
      if (replacing === done) replacing = null;
    });
  replacing = done;
  await change;
}
/** Ends the token at the server, and the login here whatever the server says. */
async function logout(): Promise<void> {
  const token = readToken();
  // Forgotten first: when the server then ends what hangs on the token, no tab takes that for an expiry.
  clearToken();
  try {
    if (token !== null) await call("logout", { body: {} }, { token });
  } catch {
    // Without an answer the token ends by itself.
  } finally {
    forgetLogin();
  }
}
/** Logs out and reloads the login: a new page has no data of the former user. @param words said there */
export async function logoutAndReload(words?: string): Promise<void> {
  if (words !== undefined) tabStore.set(TAB.logoutMessage, words);
  await logout();
  location.replace("/login");
}

/**
 * Keeps the tabs of one browser in step: a logout in one is a logout in all, and when another player logs in, no tab
 * goes on showing the one before with the token of the next. Returns the end of it.
 */
export function followOtherTabs(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === STORAGE.player && newValue !== null && newValue !== String(login?.user.id)) location.reload();
    if (key !== STORAGE.token && key !== null) return;
    if (newValue === null && login !== null) {
      publish(null);
      toast.info(t("shell.loggedOutElsewhere"), { id: "login-over" });
    }
  };
  // A page that the browser has kept has received nothing meanwhile.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && browserStore.get(STORAGE.player) !== (login && String(login.user.id))) location.reload();
  };
  globalThis.addEventListener("storage", onStorage);
  globalThis.addEventListener("pageshow", onShow);
  return () => {
    globalThis.removeEventListener("storage", onStorage);
    globalThis.removeEventListener("pageshow", onShow);
  };
}

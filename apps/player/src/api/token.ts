/**
 * The browser's storage of the session: the token and the remember-me flag. Without remember-me the token lives as
 * long as the browser does: a session cookie that carries nothing marks that life, and a token found without it is
 * dropped. All tabs share the token.
 */
export const STORAGE = {
  token: "access_token",
  remember: "remember_me",
  username: "remembered_username",
  language: "language",
  lock: "user_lock",
  pin: "pin_code",
  /** Wrong PINs since the last right one. */
  pinTries: "pin_tries",
  hideBalance: "hide_balance",
  /** When each player last used a promotion in this browser. */
  discountUsed: "discount_used_at",
  bonusUsed: "bonus_used_at",
  /** Whose the token is, so that the tabs notice when somebody else logs in. */
  player: "player",
  /** The guest's theme; with a player's id behind it, the copy of what that player has at the server. */
  theme: "theme",
  /** With a player's id behind it: a copy of the favourites at the server. */
  favourites: "favourites",
  /** With a player's id behind it: what ends of sessions have paid, until it is dismissed. */
  seatEnds: "seat_ends",
  /** The same of the machines played lately. */
  recentlyPlayed: "recently_played",
} as const;
const MARK = "reelcast_open";

/** Storage may be forbidden by the browser; the app then works until it is reloaded. */
export interface TokenStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}
function storeIn(storage: () => Storage): TokenStore {
  const memory = new Map<string, string>();
  return {
    get(key) {
      try {
        return storage().getItem(key);
      } catch {
        return memory.get(key) ?? null;
      }
    },
    set(key, value) {
      try {
        storage().setItem(key, value);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key) {
      try {
        storage().removeItem(key);
      } catch {
        memory.delete(key);
      }
    },
  };
}
export const browserStore = storeIn(() => localStorage);
/** Whether the player hides their money from other eyes. */
export const isMoneyHidden = (): boolean => browserStore.get(STORAGE.hideBalance) === "true";
/** What this tab alone has to know after it was loaded anew. */
export const tabStore = storeIn(() => sessionStorage);
export const TAB = {
  /** The token of the address, until it is known what becomes of it. */
  link: "link_token",
  /** With which that link is followed, so that the request can be repeated. */
  linkRequest: "link_request",
  /** Why somebody was logged out, in words. */
  logoutMessage: "logoutMessage",
} as const;

const hasMark = () =>
  typeof document === "undefined" || document.cookie.split("; ").some((cookie) => cookie.startsWith(`${MARK}=`));
function setMark(): void {
  if (typeof document !== "undefined")
    document.cookie = `${MARK}=1; path=/; SameSite=Strict${location.protocol === "https:" ? "; Secure" : ""}`;
}

export function shouldRemember(): boolean {
  return browserStore.get(STORAGE.remember) === "true";
}
/** Stores or removes the remember-me flag, and with it the name for the next login. */
export function rememberLogin(remember: boolean, username: string): void {
  if (remember) {
    browserStore.set(STORAGE.remember, "true");
    browserStore.set(STORAGE.username, username);
  } else {
    browserStore.remove(STORAGE.remember);
    browserStore.remove(STORAGE.username);
  }
}
export function readToken(): string | null {
  return browserStore.get(STORAGE.token);
}
export function storeToken(token: string): void {
  setMark();
  browserStore.set(STORAGE.token, token);
}
export function clearToken(): void {
  browserStore.remove(STORAGE.token);
  browserStore.remove(STORAGE.player);
  browserStore.remove(STORAGE.pin);
  browserStore.remove(STORAGE.lock);
  browserStore.remove(STORAGE.pinTries);
}
/** At startup: drops the token of a browser that has been closed since, unless the player asked to be remembered. */
export function dropStaleToken(): void {
  if (!shouldRemember() && !hasMark()) clearToken();
}

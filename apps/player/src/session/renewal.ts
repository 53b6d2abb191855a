/**
 * Renews the token of a logged-in player: late in its lifetime one tab requests a new token and stores it for all tabs, and
 * each tab sends it to the server on its open sockets. This module is loaded after the rest of the app.
 */
import { clock, watchDeviceClock } from "@reelcast/contract/clock";
import { STORAGE, call, readToken, storeToken } from "../api/index.ts";
import { tokenTimes } from "../api/jwt.ts";
import { refreshSockets } from "./rpc.ts";

/** Renewed after this part of its lifetime. */
const LATE = 5 / 6;
/** Shortest time between two renewals, even with a wrong clock or a login near its end. */
const LEAST_MS = 60_000;
const LOCK = "reelcast-renewal";

/** The token's own lifetime, ms; null if it has none. */
function validityOf(token: string): { from: number; ms: number } | null {
  const { issuedAt, expiresAt } = tokenTimes(token);
  return issuedAt === null || expiresAt === null ? null : { from: issuedAt, ms: expiresAt - issuedAt };
}

/**
 * When a token that is held since then is to be renewed; Infinity where it does not say how long it lives. By the
 * clock of the house where that is known, and where it is not, never later than by the time that it was held.
 * @param since ms since the epoch
 */
export function renewalAt(token: string, since: number): number {
  const validity = validityOf(token);
  if (validity === null) return Infinity;
  const earliest = since + Math.max(LEAST_MS, validity.ms * (1 - LATE));
  return Math.min(Math.max(validity.from + validity.ms * LATE, earliest), since + validity.ms * LATE);
}

/** One tab at a time, if the browser has locks. Otherwise two tabs may each get a token, and both are valid. */
async function alone(work: () => Promise<void>): Promise<void> {
  if ("locks" in navigator) await navigator.locks.request(LOCK, work);
  else await work();
}

/** Renews the login until the returned function is called. */
export function keepLogin(): () => void {
  let held = { token: readToken(), since: clock.now() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  // A clock may have stood still meanwhile: the server knows how long.
  const slept = watchDeviceClock();
  let isDue = false;

  /** Another token than before: sends it to this tab's sockets, and goes by its lifetime. */
  function look(): void {
    const token = readToken();
    if (token === held.token) return;
    held = { token, since: clock.now() };
    if (token !== null) refreshSockets(token);
  }
  async function renew(): Promise<void> {
    // Another tab may have been first.
    look();
    if (over || held.token === null) return;
    if (!isDue && clock.now() < renewalAt(held.token, held.since)) return;
    const asked = held.token;
    const { token } = await call("validate");
    isDue = false;
    // Logged out, or with a new password, while the answer was on its way: that counts.
    if (!over && readToken() === asked) storeToken(token);
    look();
  }
  async function check(): Promise<void> {
    clearTimeout(timer);
    // What goes wrong is tried again in a minute; a refused token has ended the login where calls are made.
    isDue ||= slept();
    await alone(renew).catch(() => {});
    clearTimeout(timer);
    if (over || held.token === null) return;
    const due = isDue ? 0 : renewalAt(held.token, held.since);
    if (due < Infinity) timer = setTimeout(() => void check(), Math.max(LEAST_MS, due - clock.now()));
  }
  const checkNow = () => void check();
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE.token) checkNow();
  };
  // A device that slept has missed the time.
  document.addEventListener("visibilitychange", checkNow);
  globalThis.addEventListener("online", checkNow);
  globalThis.addEventListener("storage", onStorage);
  checkNow();
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", checkNow);
    globalThis.removeEventListener("online", checkNow);
    globalThis.removeEventListener("storage", onStorage);
  };
}

/**
 * A player's theme at the server: read after a login, written a moment after the last change. What can't be saved is
 * said, and what the server has is shown again.
 */
import type { PlayerTheme } from "@reelcast/contract";
import { accountCall } from "../../api/account.ts";
import { currentLogin } from "../../auth/session.ts";
import { errorText, loadTexts, t } from "../../i18n/index.ts";
import { toast } from "../../ui/index.ts";
import { keepTheme, presentTheme } from "./theme.ts";

const SAVE_AFTER_MS = 400;

let pending: PlayerTheme | null = null;
/** What the server said last; undefined: it has not been asked yet. */
let kept: PlayerTheme | null | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let sending = false;
/** Counts the changes: what was asked before one must not undo it. */
let changes = 0;

const playerId = () => currentLogin()?.user.id;

/** Shows what the server has for the player who is logged in. Without an answer the copy here goes on. */
export async function loadTheme(): Promise<void> {
  const player = playerId();
  pending = null;
  kept = undefined;
  const before = changes;
  try {
    const { theme } = await accountCall("playerSettings");
    if (playerId() !== player) return;
    // An answer to a change is newer than this one.
    if (kept === undefined) kept = theme;
    if (changes === before) keepTheme(theme);
  } catch {
    // The copy in this browser is as good as it gets; the next start asks again.
  }
}

async function send(): Promise<void> {
  if (pending === null || sending) return;
  const player = playerId();
  const change = pending;
  pending = null;
  if (player === undefined) return;
  sending = true;
  try {
    const before = kept === undefined ? (await accountCall("playerSettings")).theme : kept;
    if (playerId() !== player) return;
    kept = before;
    // Where nothing is kept yet, the house learns all that is shown: a part alone would undo what a guest had chosen.
    const theme = before === null ? { ...presentTheme(), ...change } : change;
    const answer = await accountCall("savePlayerSettings", { body: { theme } });
    if (playerId() !== player) return;
    kept = answer.theme;
    // Another tab may have read, and kept here, what the server had a moment before.
    if (pending === null) keepTheme(kept);
  } catch (error) {
    if (playerId() !== player) return;
    pending = null;
    await loadTexts("theme").catch(() => undefined);
    toast.error(t("theme.notSaved", { reason: errorText(error) }), { id: "theme" });
    if (kept === undefined) await loadTheme();
    else keepTheme(kept);
  } finally {
    sending = false;
    if (pending !== null) void send();
  }
}

/** Adds to what is saved a moment later. */
export function saveTheme(change: PlayerTheme): void {
  changes += 1;
  pending = { ...pending, ...change };
  clearTimeout(timer);
  timer = setTimeout(() => void send(), SAVE_AFTER_MS);
}

// A tab that is left within that moment saves at once.
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && void send());

/**
 * A player's theme at the server: read after a login, saved shortly after the last change. If that fails, a toast says
 * why, and the server's theme is shown again.
 */
import type { PlayerTheme } from "@reelcast/contract";
import { SerialQueue } from "@reelcast/contract/serialQueue";
import { toast } from "@reelcast/ui";
import { accountCall } from "../../api/account.ts";
import { currentLogin } from "../../auth/loginState.ts";
import { errorText, loadTexts, t } from "../../i18n/index.ts";
import { keepTheme, presentTheme, storedTheme } from "./theme.ts";

const SAVE_AFTER_MS = 400;

/** Changes that are not sent yet, as one. */
let pending: PlayerTheme | null = null;
/** The server's theme; undefined: not read yet. */
let kept: PlayerTheme | null | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const queue = new SerialQueue();

/**
 * Stores and shows what the server has. What is stored already is not stored again: another tab's choice reaches this
 * one a moment later, and would be lost under it.
 */
function keepAnswer(theme: PlayerTheme | null): void {
  if (storedTheme() !== (theme && JSON.stringify(theme))) keepTheme(theme);
}

const playerId = () => currentLogin()?.user.id;

/** Shows the server's theme of the player. Without an answer, the copy in this browser stays. */
export async function loadTheme(): Promise<void> {
  const player = playerId();
  pending = null;
  kept = undefined;
  const before = storedTheme();
  try {
    const { theme } = await accountCall("playerSettings");
    if (playerId() !== player) return;
    // The answer to a change is newer than this one.
    if (kept === undefined) kept = theme;
    // What was chosen in the meantime, here or in another tab, is newer too.
    if (storedTheme() === before) keepAnswer(theme);
  } catch {
    // The next start asks again.
  }
}

async function savePending(): Promise<void> {
  if (pending === null) return;
  const player = playerId();
  const change = pending;
  pending = null;
  if (player === undefined) return;
  try {
    const before = kept === undefined ? (await accountCall("playerSettings")).theme : kept;
    if (playerId() !== player) return;
    kept = before;
    // The server has no theme yet: it gets the whole one, since a part alone would undo what a guest had chosen.
    const theme = before === null ? { ...presentTheme(), ...change } : change;
    const answer = await accountCall("savePlayerSettings", { body: { theme } });
    if (playerId() !== player) return;
    kept = answer.theme;
    // Another tab may have stored an older answer in this browser.
    if (pending === null) keepAnswer(kept);
  } catch (error) {
    if (playerId() !== player) return;
    pending = null;
    await loadTexts("theme").catch(() => undefined);
    toast.error(t("theme.notSaved", { reason: errorText(error) }), { id: "theme" });
    if (kept === undefined) await loadTheme();
    else keepTheme(kept);
  }
}
const save = () => void queue.enqueue(savePending);

/** Saves a change shortly, together with those that follow within that time. */
export function saveTheme(change: PlayerTheme): void {
  pending = { ...pending, ...change };
  clearTimeout(timer);
  timer = setTimeout(save, SAVE_AFTER_MS);
}

// A tab that is left before that saves at once.
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && save());

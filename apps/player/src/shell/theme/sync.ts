/** Changes the theme, and synchronises it with logins, the server and other tabs. */
import type { PlayerTheme } from "@reelcast/contract";
import { STORAGE } from "../../api/index.ts";
import { currentLogin, onLoginChange } from "../../auth/loginState.ts";
import type * as Server from "./server.ts";
import { changeOf, applyTheme, keepTheme, presentTheme } from "./theme.ts";

let loaded: typeof Server | undefined;
const server = async () => (loaded ??= await import("./server.ts"));

/** Applies a change at once and stores it: in this browser for a guest, at the server for a player. */
export function changeTheme(part: PlayerTheme): void {
  const present = presentTheme();
  const change = changeOf(present, part);
  keepTheme({ ...present, ...change });
  if (!currentLogin()) return;
  // Synchronously if possible: an answer that arrives in between must not undo this change.
  if (loaded) loaded.saveTheme(change);
  else void server().then(({ saveTheme }) => saveTheme(change));
}

/** Follows logins and other tabs. Returns the function that stops it. */
export function followTheme(): () => void {
  let player: number | undefined;
  const follow = () => {
    applyTheme();
    const present = currentLogin()?.user.id;
    if (present !== undefined && present !== player) void server().then(({ loadTheme }) => loadTheme());
    player = present;
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(STORAGE.theme)) applyTheme();
  };
  const leave = onLoginChange(follow);
  globalThis.addEventListener("storage", onStorage);
  follow();
  return () => {
    leave();
    globalThis.removeEventListener("storage", onStorage);
  };
}

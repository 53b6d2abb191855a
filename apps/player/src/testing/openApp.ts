/** Opens the whole app in the test's page, as a fresh visit: real router, real styles, scripted server. */
import { expect } from "vitest";
import { page } from "vitest/browser";
import type { Language, LoginAnswer, PlayerTheme, Settings } from "@reelcast/contract";
import { toast } from "@reelcast/ui/toast";
import indexPage from "../../index.html?raw";
import { STORAGE } from "../api/index.ts";
import { forgetLogin } from "../auth/loginState.ts";
import { openVisit } from "../startup/visit.ts";
import { showPanel } from "../shell/panels.ts";
import { LOGIN, keepPlayerSettings, setScriptedLogin, setScriptedSettings } from "./answers.ts";
import { takePageLoad } from "@reelcast/testing/pageLoads";

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export interface Visit {
  /** The answer to the login that this browser has; null: a guest. */
  login?: LoginAnswer | null;
  language?: Language;
  theme?: PlayerTheme;
  settings?: Partial<Settings>;
  size?: { width: number; height: number };
  /** What the browser keeps from before, by its key. */
  stored?: Record<string, string>;
}

/** What this browser keeps now: `stored` of the next visit. */
export const keptHere = (): Record<string, string> => Object.fromEntries(Object.entries(localStorage));

/** The parts of the page that the app uses, in their order. */
const PARTS = ["root", "login"] as const;
const servedPage = new DOMParser().parseFromString(indexPage, "text/html");

let closeApp: (() => void) | null = null;

function closePage(): void {
  if (closeApp) {
    closeApp();
    closeApp = null;
    forgetLogin();
    showPanel(null);
    toast.forget();
  }
  for (const id of PARTS) document.getElementById(id)?.remove();
}

/** Takes the app off the page, with everything that it kept in this browser. */
export function leaveApp(): void {
  closePage();
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = "reelcast_open=; max-age=0; path=/";
}

async function openPage(path: string): Promise<void> {
  history.replaceState(null, "", path);
  delete document.body.dataset["ready"];
  for (const id of PARTS) {
    const part = servedPage.getElementById(id);
    if (part) document.body.append(document.importNode(part, true));
  }
  closeApp = await openVisit(document.getElementById("root") as HTMLElement);
}
const appIsReady = () => expect.poll(() => document.body.dataset["ready"]).toBe("true");

/** Loads the page again: the browser keeps what it has stored, and the app nothing. */
export async function reloadApp(path = location.href): Promise<void> {
  const kept = [localStorage, sessionStorage].map((store) => ({ store, entries: Object.entries<string>(store) }));
  closePage();
  for (const { store, entries } of kept) {
    store.clear();
    for (const [key, value] of entries) store.setItem(key, value);
  }
  await openPage(path);
  await appIsReady();
}
/** Waits until the app loads another page, as it does after a logout, and opens it. */
export async function followPageLoad(path: string): Promise<void> {
  await expect.poll(takePageLoad).toBe(path);
  await reloadApp(path);
}

/** Resolves when the app is ready; its screen may still be asking for data. */
export async function openApp(path: string, visit: Visit = {}): Promise<void> {
  const { login = LOGIN, language, theme, settings = {}, size = DESKTOP, stored = {} } = visit;
  leaveApp();
  await page.viewport(size.width, size.height);
  setScriptedSettings(settings);
  setScriptedLogin(login);
  if (login) {
    localStorage.setItem(STORAGE.token, login.token);
    localStorage.setItem(STORAGE.remember, "true");
    localStorage.setItem(STORAGE.player, String(login.user.id));
  }
  if (language) localStorage.setItem(STORAGE.language, language);
  if (theme) {
    localStorage.setItem(STORAGE.theme + (login?.user.id ?? ""), JSON.stringify(theme));
    keepPlayerSettings({ theme, shortcuts: [] });
  }
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  await openPage(path);
  await appIsReady();
}

/** Goes to another address within the app. */
export function goTo(path: string): void {
  history.pushState(null, "", path);
}

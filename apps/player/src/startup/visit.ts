/**
 * One visit of the page: the startup steps, then the login or the app. A visitor who has to log in needs no more than
 * this code and what it imports; the app (React and all screens) is fetched while they type. Imports no framework.
 */
import { retryUntilLoaded } from "@reelcast/ui/retryUntilLoaded";
import { toast } from "@reelcast/ui/toast";
import type { AppRoot } from "../app/start.tsx";
import { reportFailure, followFailures } from "../api/failures.ts";
import { readToken, settings } from "../api/index.ts";
import { dropStaleToken } from "../api/token.ts";
import { showLogin } from "../auth/login/page.ts";
import { currentLogin, followOtherTabs } from "../auth/loginStore.ts";
import { loginAddress, redirectTarget } from "../auth/redirect.ts";
import { loadTexts, t } from "../i18n/catalogue.ts";
import { applyTheme } from "../shell/theme/themeStore.ts";
import { prepare, start, takeToken } from "./index.ts";
import { prepareFormats } from "./formats.ts";
import { nextTask } from "./nextTask.ts";

const fetchApp = () => import("../app/start.tsx");
/** Before it is needed. A fetch that fails is repeated when it is. */
function prefetchApp(first: { path: string; loggedIn: boolean }): void {
  fetchApp().then(
    ({ preloadFirstScreen }) => preloadFirstScreen(first),
    () => {},
  );
}
/** The code or the texts can't be loaded: shows the message that is part of the page. */
function fail(error: unknown): never {
  reportFailure(error);
  document.getElementById("failed")?.removeAttribute("hidden");
  throw error;
}
const wayBack = () => redirectTarget(new URLSearchParams(location.search).get("redirect"));

class Visit {
  readonly #place: HTMLElement;
  /** Of the address. */
  readonly #token: string | null;
  #app: AppRoot | null = null;
  #closeLogin = (): void => undefined;
  #formats: Promise<void> | null = null;
  #ended = false;

  constructor(place: HTMLElement) {
    this.#place = place;
    this.#token = takeToken();
    dropStaleToken();
  }

  async run(): Promise<void> {
    const loggedIn = this.#token !== null || readToken() !== null;
    const toLogin = !loggedIn && loginAddress(location) !== null;
    if (!toLogin) prefetchApp({ path: location.pathname, loggedIn });
    try {
      await prepare(...(toLogin ? ["login" as const] : []));
      if (loggedIn) this.#formats = prepareFormats();
      await this.#start(false);
    } catch (error) {
      fail(error);
    }
  }
  end(): void {
    this.#ended = true;
    this.#closeLogin();
    this.#app?.end();
  }

  async #start(withoutVideo: boolean): Promise<void> {
    if (settings().ipCheck) this.#sayOnSplash(t("shell.ipChecking"));
    const blocker = await start(this.#token, withoutVideo);
    applyTheme();
    const login = currentLogin() === null ? loginAddress(location) : null;
    if (blocker === null && login !== null) return this.#openLogin(login);
    const app = await this.#openApp();
    if (blocker === null) return void app?.showApp();
    app?.showBlocker({
      blocker,
      onContinue: () => void this.#start(true).catch(fail),
      onAgain: () => void this.#start(withoutVideo).catch(fail),
    });
  }
  /** Under the lamps of the first picture, which is part of the page. */
  #sayOnSplash(words: string): void {
    const status = this.#place.querySelector("[role=status]");
    if (status) status.textContent = words;
  }
  /** Null: the visit is over. */
  async #openApp(load = fetchApp): Promise<AppRoot | null> {
    const { createAppRoot } = await load();
    await (this.#formats ??= prepareFormats());
    await nextTask();
    return this.#ended ? null : (this.#app ??= createAppRoot(this.#place));
  }

  async #openLogin(address: string): Promise<void> {
    await loadTexts("login");
    this.#app?.end();
    this.#app = null;
    this.#place.replaceChildren();
    history.replaceState(null, "", address);
    const ends = [
      followOtherTabs(),
      showLogin({
        notices: true,
        onTouch: () => prefetchApp({ path: wayBack(), loggedIn: true }),
        onDone: () => this.#leaveLogin(),
      }),
    ];
    this.#closeLogin = () => {
      for (const end of ends.splice(0)) end();
    };
    document.body.dataset["ready"] = "true";
  }
  /** The login stays until the first screen is there. */
  async #leaveLogin(): Promise<void> {
    // They were about the time before.
    toast.forget();
    history.replaceState(null, "", wayBack());
    const app = await this.#openApp(() => retryUntilLoaded(fetchApp));
    await app?.showApp();
    this.#closeLogin();
  }
}

/** Resolves when the first screen is being drawn, with what takes it off the page. */
export async function openVisit(place: HTMLElement): Promise<() => void> {
  // What this file imports has just been evaluated.
  await nextTask();
  const stop = followFailures();
  const visit = new Visit(place);
  await visit.run();
  return () => {
    stop();
    visit.end();
  };
}

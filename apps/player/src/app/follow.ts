/** What a page load does by itself and a change of screen must do: the document's title, and where the focus stands. */
import type { AppRouter } from "./router.tsx";
import { settings } from "../api/index.ts";
import { t } from "../i18n/index.ts";
import type { TextKey } from "../i18n/index.ts";

const TITLES: readonly (readonly [RegExp, TextKey])[] = [
  [/^\/login/, "shell.login"],
  [/^\/lobby/, "shell.lobby"],
  [/^\/game\//, "shell.game"],
  [/^\/profile/, "shell.profile"],
  [/^\/rules/, "shell.rules"],
  [/^\/slot-sessions/, "shell.sessions"],
  [/^\/transactions/, "shell.transactions"],
  [/^\/pages\/errors\/error-404/, "shell.notFound"],
];

export function titleOf(pathname: string, product: string): string {
  const page = TITLES.find(([pattern]) => pattern.test(pathname))?.[1];
  // Any other screen is called what its heading says.
  const name = page === undefined ? document.querySelector("h1")?.textContent : t(page);
  return name ? t("shell.documentTitle", { page: name, product }) : product;
}

/** Returns the end of it. */
export function followScreens(router: AppRouter): () => void {
  return router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
    document.title = titleOf(toLocation.pathname, settings().menuTitle);
    // A screen that has put the focus somewhere itself keeps it there; so does one that only changed its brand.
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (fromLocation && pathChanged && lost) document.querySelector("main")?.focus({ preventScroll: true });
  });
}

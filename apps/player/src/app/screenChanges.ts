/** What a browser does at a page load, and the app at a change of screen: sets the title and moves the focus. */
import type { AppRouter } from "./router.tsx";
import { settings } from "../api/index.ts";
import { t } from "../i18n/index.ts";
import { followAddress } from "../screens/early.ts";
import { screenAt } from "../screens/registry.ts";
import { NOT_FOUND } from "./template.ts";

export function titleOf(pathname: string, product: string): string {
  const page = pathname.startsWith(NOT_FOUND.to) ? "shell.notFound" : screenAt(pathname)?.title;
  // Any other screen is named by its heading.
  const name = page === undefined ? document.querySelector("h1")?.textContent : t(page);
  return name ? t("shell.documentTitle", { page: name, product }) : product;
}

/** Returns the function that stops it. */
export function followScreenChanges(router: AppRouter): () => void {
  const address = router.subscribe("onBeforeNavigate", ({ toLocation }) => followAddress(toLocation.pathname));
  const rendered = router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
    document.title = titleOf(toLocation.pathname, settings().menuTitle);
    // The focus stays if the screen has set it, or if only the brand has changed.
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (fromLocation && pathChanged && lost) document.querySelector("main")?.focus({ preventScroll: true });
  });
  return () => {
    address();
    rendered();
  };
}

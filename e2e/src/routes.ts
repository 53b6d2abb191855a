/**
 * Every address of the player app: what its route table has, and what the specification lists. A test opens all of them in
 * the built app.
 */
import type { Page } from "@playwright/test";

/** The addresses of the specification's section 2, as it writes them. `*`: variants that it does not name. */
export const SPECIFIED: readonly string[] = [
  "/",
  "/lobby",
  "/lobby/:/:",
  "/game",
  "/game/:/:",
  "/profile",
  "/profile/:",
  "/rules",
  "/slot-sessions",
  "/transactions",
  "/login",
  "/logout",
  "/callback",
  ...[
    "login",
    "login-2",
    "login-3",
    "register",
    "register-2",
    "register-3",
    "forgot-password",
    "forgot-password-2",
  ].map((name) => `/pages/auth/${name}`),
  ...["reset-password", "reset-password-2", "lock", "mail-confirm"].map((name) => `/pages/auth/${name}`),
  "/pages/coming-soon",
  "/pages/errors/error-404",
  "/pages/errors/error-500",
  "/pages/profile",
  "/pages/rules",
  "/pages/search/classic",
  "/pages/search/modern",
  "/ui/page-layouts/carded/*",
  "/ui/page-layouts/simple/*",
  "/ui/page-layouts/blank",
  "/ui/icons",
  "/ui/typography",
  "/ui/helper-classes",
  "/documentation",
  "/auth/admin-role-example",
  "/auth/staff-role-example",
  "/auth/guest-role-example",
];

interface Routed {
  routesByPath: Record<string, unknown>;
  state: { status: string; isLoading: boolean; location: { pathname: string } };
}
type WithRouter = typeof globalThis & { __TSR_ROUTER__?: Routed };

/** The addresses of the router of an open page: "/game/:/:"; "/pages/*" is everything below `/pages`. */
export async function routerPaths(page: Page): Promise<string[]> {
  const patterns = await page.evaluate(() =>
    Object.keys((globalThis as WithRouter).__TSR_ROUTER__?.routesByPath ?? {}),
  );
  return patterns.flatMap((pattern) => {
    const path = pattern.replace(/\/\$$/, "/*").replace(/\/\$\w+/g, "/:");
    // A last part that may be absent.
    const optional = /\/\{-\$\w+\}$/;
    return optional.test(path) ? [path.replace(optional, ""), path.replace(optional, "/:")] : [path];
  });
}

/** The template's pages, which the router has below `/pages/*` and the like. Node reads the sources of the app for it. */
export async function templatePaths(): Promise<string[]> {
  const source = new URL("../../apps/player/src/template/index.ts", import.meta.url).href;
  const { TEMPLATE_PAGES } = (await import(source)) as { TEMPLATE_PAGES: readonly { path: string }[] };
  return TEMPLATE_PAGES.map(({ path }) => path);
}

export interface Visited {
  /** The address that was opened, and where it led. */
  path: string;
  at: string;
  heading: string;
  /** It still loads. It is the last one then. */
  stuck: boolean;
}

/**
 * Opens addresses one after another by the app's own router, and looks at each once nothing loads any more.
 * @param waiting words of a page that still loads
 */
export const visitAll = (page: Page, paths: readonly string[], waiting: readonly string[]): Promise<Visited[]> =>
  page.evaluate(
    async ({ paths: all, waiting: words }) => {
      const router = (globalThis as WithRouter).__TSR_ROUTER__;
      if (!router) throw new Error("the page has no router");
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const text = () => document.body.textContent ?? "";
      const isWaiting = () =>
        router.state.isLoading ||
        router.state.status !== "idle" ||
        (document.querySelector("main")?.textContent ?? "").trim() === "" ||
        // That page has them as examples.
        (location.pathname !== "/documentation/components" &&
          (document.querySelector(".splash, main [aria-busy=true]") !== null ||
            words.some((word) => text().includes(word))));
      const visited = [];
      for (const path of all) {
        history.pushState(null, "", path);
        await frame();
        const until = performance.now() + 15_000;
        while (isWaiting() && performance.now() < until) await frame();
        const stuck = isWaiting();
        const heading = document.querySelector("h1")?.textContent?.trim() ?? "";
        visited.push({ path, at: location.pathname, heading, stuck });
        // The others would wait as long.
        if (stuck) break;
      }
      return visited;
    },
    { paths: [...paths], waiting: [...waiting] },
  );

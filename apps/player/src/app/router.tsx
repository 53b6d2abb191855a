/** The routes, who may open them, and what each needs before it is shown. Every screen is a chunk of its own. */
import { PERMISSION } from "@reelcast/contract";
import {
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import { redirectTarget } from "../auth/redirect.ts";
import { currentLogin } from "../auth/session.ts";
import { loadTexts } from "../i18n/index.ts";
import { Crash, Logout, NoPermission, NotFound, Pending } from "./screens.tsx";
import { openTemplatePage } from "./template.ts";

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Crash });
const notFoundPage = createRoute({ getParentRoute: () => root, path: "/pages/errors/error-404", component: NotFound });
/** Any address that is none. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: "$",
  beforeLoad() {
    throw redirect({ to: "/pages/errors/error-404", replace: true });
  },
});

/** To the login and afterwards back to `href`, unless that is the way out. */
const toLogin = (href: string) =>
  redirect({
    to: "/login",
    search: href.startsWith("/logout") ? {} : { redirect: redirectTarget(href) },
    replace: true,
  });

const index = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad() {
    throw redirect({ to: "/lobby", replace: true });
  },
});
const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search["redirect"] === "string" ? { redirect: search["redirect"] } : {},
  beforeLoad({ search }) {
    if (currentLogin()) throw redirect({ href: redirectTarget(search.redirect), replace: true });
  },
  loader: () => loadTexts("login"),
  component: lazyRouteComponent(() => import("../auth/LoginScreen.tsx")),
});
/** Landing of an outside sign-in: startup has taken the token out of the address and asked the server about it. */
const callback = createRoute({
  getParentRoute: () => root,
  path: "/callback",
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search["redirect"] === "string" ? { redirect: search["redirect"] } : {},
  beforeLoad({ search }) {
    throw currentLogin()
      ? redirect({ href: redirectTarget(search.redirect), replace: true })
      : redirect({ to: "/login", search: {}, replace: true });
  },
});
const player = createRoute({
  getParentRoute: () => root,
  id: "player",
  beforeLoad({ location }) {
    if (!currentLogin()) throw toLogin(location.href);
  },
  component: lazyRouteComponent(() => import("./PlayerRoot.tsx")),
});
const logoutRoute = createRoute({ getParentRoute: () => player, path: "/logout", component: Logout });
/** Screens for whoever may play. */
const permitted = createRoute({
  getParentRoute: () => player,
  id: "permitted",
  component: () =>
    currentLogin()?.Permissions.some(({ PermissionId }) => PermissionId === PERMISSION.play) ? (
      <Outlet />
    ) : (
      <NoPermission />
    ),
});
const shell = createRoute({
  getParentRoute: () => permitted,
  id: "shell",
  component: lazyRouteComponent(() => import("../shell/Shell.tsx")),
});
const lobbyScreen = lazyRouteComponent(() => import("../lobby/index.tsx"));
const lobby = createRoute({
  getParentRoute: () => shell,
  path: "/lobby",
  loader: () => loadTexts("lobby"),
  component: lobbyScreen,
});
const brand = createRoute({
  getParentRoute: () => shell,
  path: "/lobby/$id/$name",
  loader: () => loadTexts("lobby"),
  component: lobbyScreen,
});
const profile = createRoute({
  getParentRoute: () => shell,
  path: "/profile/{-$profileId}",
  beforeLoad({ params }) {
    // There is a page for one's own id alone: nothing tells whether another player exists.
    if (params.profileId !== undefined && params.profileId !== String(currentLogin()?.user.id)) throw notFound();
  },
  loader: () => loadTexts("profile", "protection"),
  component: lazyRouteComponent(() => import("../profile/index.tsx")),
});
const rules = createRoute({
  getParentRoute: () => shell,
  path: "/rules",
  loader: () => loadTexts("rules"),
  component: lazyRouteComponent(() => import("../rules/index.tsx")),
});
const sessions = createRoute({
  getParentRoute: () => shell,
  path: "/slot-sessions",
  loader: () => loadTexts("history"),
  component: lazyRouteComponent(() => import("../history/SessionsScreen.tsx")),
});
const transactions = createRoute({
  getParentRoute: () => shell,
  path: "/transactions",
  loader: () => loadTexts("history"),
  component: lazyRouteComponent(() => import("../history/TransactionsScreen.tsx")),
});
const gameWithoutMachine = createRoute({
  getParentRoute: () => permitted,
  path: "/game",
  beforeLoad() {
    throw redirect({ to: "/lobby", replace: true });
  },
});
const game = createRoute({
  getParentRoute: () => permitted,
  path: "/game/$gameId/$name",
  loader: () => loadTexts("game"),
  component: lazyRouteComponent(() => import("../game/index.tsx")),
});

function TemplatePage({ Page }: { Page: ComponentType }) {
  return <Page />;
}
// Within the frame of the app stand those for players; without it, those that fill the screen.
const framed = ["/ui/$", "/documentation", "/documentation/$", "/pages/profile", "/pages/rules", "/pages/search/$"].map(
  (path) => {
    const route = createRoute({
      getParentRoute: () => shell,
      path,
      loader: openTemplatePage,
      component: () => <TemplatePage {...route.useLoaderData()} />,
    });
    return route;
  },
);
const unframed = ["/pages/$", "/auth/$"].map((path) => {
  const route = createRoute({
    getParentRoute: () => root,
    path,
    loader: openTemplatePage,
    component: () => <TemplatePage {...route.useLoaderData()} />,
  });
  return route;
});

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    login,
    callback,
    notFoundPage,
    unknown,
    ...unframed,
    player.addChildren([
      logoutRoute,
      permitted.addChildren([
        shell.addChildren([lobby, brand, profile, rules, sessions, transactions, ...framed]),
        gameWithoutMachine,
        game,
      ]),
    ]),
  ]),
  defaultPendingComponent: Pending,
  defaultPendingMs: 300,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

/** The routes, who may open them, and what each needs before it is shown. Every screen is a chunk of its own. */
import { PERMISSION } from "@reelcast/contract";
import {
  Outlet,
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  useLocation,
} from "@tanstack/react-router";
import { Suspense } from "react";
import type { ComponentType } from "react";
import { useLocked } from "../auth/lock.ts";
import { LockCover } from "../auth/LockCover.tsx";
import { redirectTarget } from "../auth/redirect.ts";
import { currentLogin, useLogin } from "../auth/session.ts";
import { loadTexts } from "../i18n/index.ts";
import type { Subject } from "../i18n/index.ts";
import { lazyPart, patiently } from "../ui/index.ts";
import { Crash, Logout, NoPermission, NotFound, Pending } from "./screens.tsx";
import { NOT_FOUND, isMissing, openTemplatePage } from "./template.ts";

const PlayerRoot = lazyPart(() => import("./PlayerRoot.tsx"));

function Root() {
  const login = useLogin();
  const { pathname } = useLocation();
  // That page asks for the PIN itself.
  const locked = useLocked() && !/^\/pages\/auth\/lock\/*$/.test(pathname);
  const covered = login !== null && locked;
  return (
    <>
      <Outlet />
      {login ? (
        <Suspense>
          <PlayerRoot covered={covered} />
        </Suspense>
      ) : null}
      {covered ? <LockCover /> : null}
    </>
  );
}
/** A screen whose code comes when it is first gone to, however long that takes. */
const screen = (load: () => Promise<{ default: ComponentType }>) => lazyRouteComponent(() => patiently(load));
/** And the texts that it needs. */
const texts =
  (...subjects: Subject[]) =>
  () =>
    patiently(() => loadTexts(...subjects));

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Crash });
const notFoundPage = createRoute({ getParentRoute: () => root, path: "/pages/errors/error-404", component: NotFound });
/** Any address that is none. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: "$",
  beforeLoad() {
    throw redirect(NOT_FOUND);
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
  loader: texts("login"),
  component: screen(() => import("../auth/LoginScreen.tsx")),
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
  async beforeLoad({ location }) {
    if (currentLogin()) return;
    throw (await isMissing(location.pathname)) ? redirect(NOT_FOUND) : toLogin(location.href);
  },
  // The guard sends whoever has no login any more away; until then nothing of a player is shown.
  component: () => (useLogin() ? <Outlet /> : null),
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
  component: screen(() => import("../shell/Shell.tsx")),
});
/** What breaks in a screen leaves the frame around it in use. */
const inFrame = { getParentRoute: () => shell, errorComponent: () => <Crash framed /> } as const;
const lobbyScreen = screen(() => import("../lobby/index.tsx"));
const lobby = createRoute({
  ...inFrame,
  path: "/lobby",
  loader: texts("lobby"),
  component: lobbyScreen,
});
const brand = createRoute({
  ...inFrame,
  path: "/lobby/$id/$name",
  loader: texts("lobby"),
  component: lobbyScreen,
});
const profile = createRoute({
  ...inFrame,
  path: "/profile/{-$profileId}",
  beforeLoad({ params }) {
    // There is a page for one's own id alone: nothing tells whether another player exists.
    if (params.profileId !== undefined && params.profileId !== String(currentLogin()?.user.id)) throw notFound();
  },
  loader: texts("profile", "protection"),
  component: screen(() => import("../profile/index.tsx")),
});
const rules = createRoute({
  ...inFrame,
  path: "/rules",
  loader: texts("rules"),
  component: screen(() => import("../rules/index.tsx")),
});
const sessions = createRoute({
  ...inFrame,
  path: "/slot-sessions",
  loader: texts("history"),
  component: screen(() => import("../history/SessionsScreen.tsx")),
});
const transactions = createRoute({
  ...inFrame,
  path: "/transactions",
  loader: texts("history"),
  component: screen(() => import("../history/TransactionsScreen.tsx")),
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
  loader: texts("game"),
  component: screen(() => import("../game/index.tsx")),
});

function TemplatePage({ Page }: { Page: ComponentType }) {
  return <Page />;
}
// Within the frame of the app stand those for players; without it, those that fill the screen.
const framed = ["/ui/$", "/documentation", "/documentation/$", "/pages/profile", "/pages/rules", "/pages/search/$"].map(
  (path) => {
    const route = createRoute({
      ...inFrame,
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

const routeTree = root.addChildren([
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
]);
const history = createBrowserHistory();

/** The app's router; it goes by the address of this page. */
export const createAppRouter = () =>
  createRouter({
    routeTree,
    history,
    defaultPendingComponent: Pending,
    defaultPendingMs: 300,
    defaultPreload: "intent",
    scrollRestoration: true,
  });
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}

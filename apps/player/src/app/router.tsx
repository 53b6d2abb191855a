/** The routes, made of the screens in the registry: who may open them, and what each needs before it is shown. */
import {
  Outlet,
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useLocation,
} from "@tanstack/react-router";
import type { AnyRoute, RouterHistory } from "@tanstack/react-router";
import { Suspense, useDeferredValue } from "react";
import type { ComponentType } from "react";
import { PERMISSION } from "@reelcast/contract";
import { retryUntilLoaded } from "@reelcast/ui";
import { useLocked } from "../auth/lock.ts";
import { LockCover } from "../auth/LockCover.tsx";
import { redirectTarget } from "../auth/redirect.ts";
import { currentLogin, useLogin } from "../auth/loginState.ts";
import { loadTexts } from "../i18n/index.ts";
import { SCREENS, TITLE_TEXTS } from "../screens/registry.ts";
import type { Screen, ScreenPath } from "../screens/screen.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { Crash, Logout, NoPermission, NotFound, Pending } from "./statusScreens.tsx";
import { NOT_FOUND, isMissing, openTemplatePage } from "./template.ts";

const PlayerRoot = lazyPart(() => import("./PlayerRoot.tsx"));

function Root() {
  const login = useLogin();
  const { pathname } = useLocation();
  // That page asks for the PIN itself.
  const locked = useLocked() && !/^\/pages\/auth\/lock\/*$/.test(pathname);
  const covered = login !== null && locked;
  // Drawn after the screen, as long as there is nothing to cover.
  const isNext = useDeferredValue(true, covered);
  return (
    <>
      <Outlet />
      {login && isNext ? (
        <Suspense>
          <PlayerRoot covered={covered} />
        </Suspense>
      ) : null}
      {covered ? <LockCover /> : null}
    </>
  );
}
/** A component whose code is fetched when it is first shown, however long that takes. */
const fetched = (load: () => Promise<{ default: ComponentType }>) => lazyRouteComponent(() => retryUntilLoaded(load));

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: Crash,
  // Of the login: where to go afterwards.
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search["redirect"] === "string" ? { redirect: search["redirect"] } : {},
});
const notFoundPage = createRoute({ getParentRoute: () => root, path: "/pages/errors/error-404", component: NotFound });
/** Any other address. */
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
/** Landing of an outside sign-in: startup has taken the token out of the address and asked the server about it. */
const callback = createRoute({
  getParentRoute: () => root,
  path: "/callback",
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
  // After a logout the guard redirects; until then nothing of the player is shown.
  component: () => (useLogin() ? <Outlet /> : null),
});
const logoutRoute = createRoute({ getParentRoute: () => player, path: "/logout", component: Logout });
/** Screens for players with the permission to play. */
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
  loader: () => retryUntilLoaded(() => loadTexts(...TITLE_TEXTS)),
  component: fetched(() => import("../shell/Shell.tsx")),
});
/** An error in a screen leaves the frame around it in use. */
const inFrame = { getParentRoute: () => shell, errorComponent: () => <Crash framed /> } as const;
const gameWithoutMachine = createRoute({
  getParentRoute: () => permitted,
  path: "/game",
  beforeLoad() {
    throw redirect({ to: "/lobby", replace: true });
  },
});

const parentOf = ({ access, fullScreen = false }: Screen): AnyRoute => {
  if (access === "everybody") return root;
  return fullScreen ? permitted : shell;
};
/** One route for each address of the screen; they share the code. */
function routesOf(screen: Screen): readonly AnyRoute[] {
  const { paths, load, texts, guard, fullScreen = false } = screen;
  const component = fetched(load);
  const parent = parentOf(screen);
  return paths.map((path) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component,
      loader: () => retryUntilLoaded(() => loadTexts(...texts)),
      ...(guard ? { beforeLoad: guard } : {}),
      ...(fullScreen ? {} : { errorComponent: inFrame.errorComponent }),
    }),
  );
}
/** What is found when the app is built has no types of its own: its paths come from what the screens declare. */
type RouteTo<Path extends string> = Path extends string
  ? ReturnType<typeof createRoute<unknown, typeof root, Path>>
  : never;
const screensBelow = (parent: AnyRoute) =>
  SCREENS.filter((screen) => parentOf(screen) === parent).flatMap(routesOf) as unknown as RouteTo<ScreenPath>[];

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
  callback,
  notFoundPage,
  unknown,
  ...unframed,
  ...screensBelow(root),
  player.addChildren([
    logoutRoute,
    permitted.addChildren([
      shell.addChildren([...screensBelow(shell), ...framed]),
      gameWithoutMachine,
      ...screensBelow(permitted),
    ]),
  ]),
]);
let pageHistory: RouterHistory | undefined;

/** The app's router. Unless another history is given, it goes by the address of this page. */
export const createAppRouter = (history: RouterHistory = (pageHistory ??= createBrowserHistory())) =>
  createRouter({
    routeTree,
    history,
    defaultPendingComponent: Pending,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultPreload: "intent",
    scrollRestoration: true,
  });
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}

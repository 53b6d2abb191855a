/** The routes, made of the screens in the registry: who may open them, and what each needs before it is shown. */
import type { QueryClient } from "@tanstack/react-query";
import {
  Navigate,
  Outlet,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import type { AnyRoute, RouterHistory } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import type { Me, Permission } from "@reelcast/contract/console";
import { retryUntilLoaded } from "@reelcast/ui";
import { isApiError } from "../api/index.ts";
import { callQuery } from "../api/queries.ts";
import { loadTexts, t } from "../i18n/index.ts";
import { SCREENS, WALL_SCREEN, listedFor, personalFor, screenAt } from "../screens/registry.ts";
import type { Screen, ScreenPath, Screens } from "../screens/screen.ts";
import { useMay, useMe } from "../session/me.ts";
import { session } from "../session/store.ts";
import { Shell } from "../shell/Shell.tsx";
import { Crash, NoPermission, NotFound, Pending } from "./statusScreens.tsx";

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  // Without the frame around it.
  errorComponent: ({ error }) => (
    <main>
      <Crash error={error} />
    </main>
  ),
  // Of the sign-in: where to go afterwards.
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    typeof search["to"] === "string" ? { to: search["to"] } : {},
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  beforeLoad() {
    if (session.token() !== null) throw redirect({ to: "/", replace: true });
  },
  loader: () => retryUntilLoaded(() => loadTexts("signIn")),
  component: lazyRouteComponent(() => retryUntilLoaded(() => import("../signIn/SignInScreen.tsx"))),
});
const link = createRoute({
  getParentRoute: () => root,
  path: "/link",
  loader: () => retryUntilLoaded(() => loadTexts("signIn")),
  component: lazyRouteComponent(() => retryUntilLoaded(() => import("../signIn/LinkScreen.tsx"))),
});

interface Entry {
  context: { queries: QueryClient };
  location: { href: string; pathname: string };
}
/** Who is signed in, with the house whose amounts every screen shows. Nobody: the sign-in takes the place of the screen. */
async function identify({ context: { queries }, location: { href, pathname } }: Entry): Promise<Me> {
  const toSignIn = () => redirect({ to: "/sign-in", search: pathname === "/" ? {} : { to: href }, replace: true });
  if (session.get().kind === "none") throw toSignIn();
  // Reading it again is left to the screens: what is known is enough to show them.
  const known = [queries.ensureQueryData(callQuery("me")), queries.ensureQueryData(callQuery("house"))] as const;
  const [me] = await Promise.all(known).catch((error: unknown) => {
    if (!isApiError(error) || error.status !== 401) throw error;
    session.end();
    throw toSignIn();
  });
  session.belongsTo(me);
  return me;
}
/** The wall on a screen in the hall, without the frame. */
const wall = createRoute({
  getParentRoute: () => root,
  id: "wall",
  async beforeLoad(entry) {
    if (!(await identify(entry)).wall) throw redirect({ to: "/", replace: true });
  },
  component: Wall,
});
function Wall() {
  // Else somebody has signed in over a wall that was over.
  return useMe().wall ? <Outlet /> : <Navigate to="/" replace />;
}
/** Everything that members open. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signedIn",
  async beforeLoad(entry) {
    const me = await identify(entry);
    if (me.wall) throw redirect({ to: WALL_SCREEN?.paths[0] as ScreenPath, replace: true });
    return { me };
  },
  component: Shell,
});
const home = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  beforeLoad({ context: { me } }) {
    const may = (permission: Permission | null) => permission === null || me.permissions.includes(permission);
    const [first] = [...listedFor(may), ...personalFor(may)];
    if (first) throw redirect({ to: first.paths[0] as ScreenPath, replace: true });
  },
  component: NotFound,
});

/** Any other address. The sign-in comes first: nobody is shown which addresses there are. */
const unknown = createRoute({ getParentRoute: () => signedIn, path: "$", component: NotFound });

function Permitted({ permission, children }: { permission: Permission | null; children: ReactNode }) {
  return useMay()(permission) ? children : <NoPermission permission={permission} />;
}
/** One route for each address of the screen; they share the code. */
function routesOf({ paths, load, texts, permission, access, validateSearch }: Screen): readonly AnyRoute[] {
  const Code = lazyRouteComponent(() => retryUntilLoaded(load)) as unknown as ComponentType & {
    preload: () => Promise<void>;
  };
  const Guarded = () => (
    <Permitted permission={permission}>
      <Code />
    </Permitted>
  );
  // The router fetches the code before it shows the screen.
  const component = Object.assign(Guarded, { preload: Code.preload });
  return paths.map((path) =>
    createRoute({
      getParentRoute: (): AnyRoute => (access === "wall" ? wall : signedIn),
      path,
      component,
      ...(validateSearch && { validateSearch }),
      loader: () => retryUntilLoaded(() => loadTexts(...texts)),
      errorComponent: Crash,
    }),
  );
}
const routesFor = (session: Screen["access"]) =>
  SCREENS.filter(({ access = "members" }) => access === session).flatMap(routesOf);
/** What is found when the app is built has no types of its own: they come from what the screens declare. */
type RouteTo<Path extends string, Search> = Path extends string
  ? ReturnType<
      typeof createRoute<unknown, typeof root, Path, Path, string, Path, (search: Record<string, unknown>) => Search>
    >
  : never;
type ScreenRoute = {
  [Name in keyof Screens]: Screens[Name] extends Screen<infer Path, infer Search> ? RouteTo<Path, Search> : never;
}[keyof Screens];
const routeTree = root.addChildren([
  signIn,
  link,
  wall.addChildren(routesFor("wall") as unknown as ScreenRoute[]),
  signedIn.addChildren([home, unknown, ...(routesFor("members") as unknown as ScreenRoute[])]),
]);

export const createConsoleRouter = (queries: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queries },
    ...(history && { history }),
    defaultPendingComponent: Pending,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultPreload: "intent",
    scrollRestoration: true,
  });
export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: ConsoleRouter;
  }
}

/** What a browser does at a page load, and the console at a change of screen: sets the title and moves the focus. */
export function followScreenChanges(router: ConsoleRouter): () => void {
  return router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
    const screen = screenAt(toLocation.pathname);
    const heading = document.querySelector("h1")?.textContent;
    const page = screen ? t(screen.title) : heading;
    document.title = page ? t("shell.documentTitle", { page }) : t("shell.product");
    // The focus stays if the screen has set it.
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (fromLocation && pathChanged && (lost || document.activeElement?.closest("nav")))
      document.querySelector("main")?.focus({ preventScroll: true });
  });
}

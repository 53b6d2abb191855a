/** The providers of the whole console, the router, and what lies over every screen: toasts and the lock. */
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { whenIdle } from "@reelcast/ui";
import { i18n, useT } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { session, useSession } from "../session/store.ts";
import type { ConsoleRouter } from "./router.tsx";

const Toasts = lazyPart(whenIdle(() => import("@reelcast/ui/toasts")));
const Lock = lazyPart(() => import("../signIn/Lock.tsx"), "signIn");

interface AppProps {
  router: ConsoleRouter;
  queries: QueryClient;
}

function Inside({ router, queries }: AppProps) {
  const t = useT();
  const state = useSession();
  useEffect(() => {
    let before = session.get().kind;
    return session.subscribe(() => {
      const { kind } = session.get();
      // Nothing of the member who signed out stays in memory, once the guard has shown the sign-in.
      if (kind === "none" && before !== "none") {
        void router.invalidate().then(() => queries.clear());
      }
      before = kind;
    });
  }, [router, queries]);
  return (
    <>
      <RouterProvider router={router} />
      <Suspense>
        <Toasts closeLabel={t("shell.close")} regionLabel={t("shell.notifications")} held={state.kind === "locked"} />
      </Suspense>
      {state.kind === "locked" ? (
        <Suspense>
          <Lock name={state.name} wall={state.wall} />
        </Suspense>
      ) : null}
    </>
  );
}

export function App({ router, queries }: AppProps) {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <Inside router={router} queries={queries} />
      </QueryClientProvider>
    </I18nProvider>
  );
}

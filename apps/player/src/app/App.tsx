/** The providers of the whole app, and the router. */
import { QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { MoneyFormatProvider, whenIdle } from "@reelcast/ui";
import { onClockSet } from "@reelcast/ui/onClockSet";
import { isApiError, settings } from "../api/index.ts";
import { useLocked } from "../auth/lock.ts";
import { currentLogin, followOtherTabs, onLoginChange } from "../auth/loginState.ts";
import { TextsProvider, useLanguage, useT } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { followTheme } from "../shell/theme/sync.ts";
import type { AppRouter } from "./router.tsx";

const Toasts = lazyPart(whenIdle(() => import("@reelcast/ui/toasts")));

const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // As long as a game may well last: the lobby is there at once when the player comes back.
        gcTime: 3_600_000,
        retry: (failures, error) => failures < 2 && isApiError(error) && error.mayRetry,
        refetchOnWindowFocus: true,
      },
      // Without a network it fails at once, and is not sent later, when the player wants something else.
      mutations: { networkMode: "always" },
    },
  });

interface AppProps {
  router: AppRouter;
  /** Resolves when the first screen is there. */
  shown: Promise<void>;
}
function Inside({ router, shown }: AppProps) {
  const t = useT();
  const language = useLanguage();
  // Toasts are fetched once the first screen is there: early enough to say that the connection was lost.
  const [started, setStarted] = useState(false);
  const locked = useLocked();
  const queries = useQueryClient();
  useEffect(() => {
    void shown.then(() => setStarted(true));
    const leave = [
      followOtherTabs(),
      followTheme(),
      // The age of data is judged by the device's clock.
      onClockSet(() => void queries.invalidateQueries()),
      // After a logout, in this tab or another, the login opens and no data of the user stays in memory.
      onLoginChange(() => {
        if (currentLogin() !== null) return;
        queries.clear();
        void router.invalidate();
      }),
    ];
    document.body.dataset["ready"] = "true";
    return () => {
      for (const stop of leave) stop();
    };
  }, [shown, queries, router]);
  return (
    <MoneyFormatProvider value={{ language, currency: settings().currency }}>
      <RouterProvider router={router} />
      {started ? (
        // Without messages the app is still of use.
        <CatchBoundary getResetKey={() => ""} errorComponent={() => null}>
          <Suspense>
            <Toasts closeLabel={t("shell.close")} regionLabel={t("shell.notifications")} held={locked} />
          </Suspense>
        </CatchBoundary>
      ) : null}
    </MoneyFormatProvider>
  );
}

export function App(props: AppProps) {
  const [queries] = useState(createQueries);
  return (
    <TextsProvider>
      <QueryClientProvider client={queries}>
        <Inside {...props} />
      </QueryClientProvider>
    </TextsProvider>
  );
}

/** The providers around everything, and the router within. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { isApiError, settings } from "../api/index.ts";
import { currentLogin, followOtherTabs, onSession } from "../auth/session.ts";
import { TextsProvider, useLanguage, useT } from "../i18n/index.ts";
import { Toasts } from "../ui/Toast.tsx";
import { MoneyFormatProvider } from "../ui/index.ts";
import { router } from "./router.tsx";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isApiError(error) && error.mayRetry,
      refetchOnWindowFocus: true,
    },
  },
});

function Inside() {
  const t = useT();
  const language = useLanguage();
  useEffect(() => {
    document.body.dataset["ready"] = "true";
    document.title = settings().menuTitle;
    const follow = followOtherTabs();
    // Whoever logs out, here or elsewhere, is sent to the login; nothing of theirs stays in memory.
    const watch = onSession(() => {
      if (currentLogin() !== null) return;
      queries.clear();
      void router.invalidate();
    });
    return () => {
      follow();
      watch();
    };
  }, []);
  return (
    <MoneyFormatProvider value={{ language, currency: settings().currency }}>
      <RouterProvider router={router} />
      <Toasts closeLabel={t("shell.close")} regionLabel={t("shell.notifications")} />
    </MoneyFormatProvider>
  );
}

export function App() {
  return (
    <TextsProvider>
      <QueryClientProvider client={queries}>
        <Inside />
      </QueryClientProvider>
    </TextsProvider>
  );
}

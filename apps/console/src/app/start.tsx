/** Opens the console in a page: its language, then the router with the first screen. */
import { QueryClient } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { IconStyle, retryUntilLoaded } from "@reelcast/ui";
import { onClockSet } from "@reelcast/ui/onClockSet";
import { isApiError } from "../api/index.ts";
import { loadTexts, setLanguage } from "../i18n/index.ts";
import { followPageCache } from "../session/store.ts";
import { preferences } from "../shell/preferences.ts";
import { App } from "./App.tsx";
import { createConsoleRouter, followScreenChanges } from "./router.tsx";

const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Pushes say what changed; without them a screen that is shown again is read again.
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && isApiError(error) && error.mayRetry,
      },
      // By default an act would wait for the network, and be carried out minutes later, when nobody wants it any more.
      mutations: { networkMode: "always" },
    },
  });

/** Returns the function that takes the console off the page. */
export async function openConsole(place: HTMLElement): Promise<() => void> {
  preferences.applyScheme();
  await retryUntilLoaded(async () => {
    await loadTexts("shell", "titles", "errors");
    await setLanguage(preferences.language());
  });
  const root = createRoot(place);
  const queries = createQueries();
  const router = createConsoleRouter(queries);
  const ends = [followScreenChanges(router), followPageCache()];
  root.render(
    <StrictMode>
      <IconStyle>
        <App router={router} queries={queries} />
      </IconStyle>
    </StrictMode>,
  );
  // The age of data is judged by the device's clock.
  ends.push(onClockSet(() => void queries.invalidateQueries()));
  return () => {
    for (const end of ends) end();
    root.unmount();
    queries.clear();
  };
}

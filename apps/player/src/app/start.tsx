/** Draws the app, or the screen that says why it can't start. The startup steps come first: startup/visit.ts. */
import { StrictMode, Suspense, startTransition } from "react";
import type { ComponentProps } from "react";
import { IconStyle } from "@reelcast/ui";
import { TextsProvider } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { App } from "./App.tsx";
import { nextTask } from "../startup/nextTask.ts";
import { createAppPlace } from "../shell/root.ts";
import { followScreenChanges } from "./screenChanges.ts";
import { createAppRouter } from "./router.tsx";
import type { AppRouter } from "./router.tsx";

export { preloadFirstScreen } from "./preload.ts";

const StartupBlockerScreen = lazyPart(() => import("../startup/StartupBlockerScreen.tsx"));

export interface AppRoot {
  /** Resolves when its first screen is there. */
  showApp(): Promise<void>;
  showBlocker(props: ComponentProps<typeof StartupBlockerScreen>): void;
  /** Takes it off the page. */
  end(): void;
}

/** The message that is part of the page. */
const showFailed = () => document.getElementById("failed")?.removeAttribute("hidden");

/** After so long, the router's own waiting screen takes the place of the splash. */
const READY_WITHIN_MS = 300;
/** Loads what the first screen needs, so that one drawing shows it. An error is left to the router, which shows it. False: it takes longer. */
const loadFirstScreen = (router: AppRouter): Promise<boolean> =>
  Promise.race([
    router.load().then(
      () => true,
      () => true,
    ),
    new Promise<boolean>((resolve) => void setTimeout(resolve, READY_WITHIN_MS, false)),
  ]);

export function createAppRoot(place: HTMLElement): AppRoot {
  const root = createAppPlace(place, showFailed);
  let ended = false;
  let leave = () => {};
  return {
    showApp: async () => {
      const router = createAppRouter();
      // The first screen may be there before the effects of what is drawn around it.
      leave = followScreenChanges(router);
      const shown = new Promise<void>((resolve) => void router.subscribe("onRendered", () => resolve()));
      await nextTask();
      const loaded = await loadFirstScreen(router);
      if (ended) return;
      const draw = () =>
        root.render(
          <StrictMode>
            <IconStyle>
              <App router={router} shown={shown} />
            </IconStyle>
          </StrictMode>,
        );
      // React draws in other tasks than this, and as a transition in many short ones: none of them holds up a press.
      if (loaded) startTransition(draw);
      // The waiting screen is small and drawn in one task: the router must not publish a screen to what is half drawn.
      else draw();
      await shown;
    },
    showBlocker: (props) =>
      root.render(
        <StrictMode>
          <IconStyle>
            <TextsProvider>
              <Suspense>
                <StartupBlockerScreen {...props} />
              </Suspense>
            </TextsProvider>
          </IconStyle>
        </StrictMode>,
      ),
    end: () => {
      ended = true;
      leave();
      root.unmount();
    },
  };
}

/** Draws the app, or the screen that says why it can't start. The startup steps come first: startup/visit.ts. */
import { StrictMode, Suspense } from "react";
import type { ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import { TextsProvider } from "../i18n/index.ts";
import { IconStyle, lazyPart } from "../ui/index.ts";
import { App } from "./App.tsx";
import { createAppRouter } from "./router.tsx";

export { preloadFirstScreen } from "./preload.ts";

const StartupBlockerScreen = lazyPart(() => import("../startup/StartupBlockerScreen.tsx"));

export interface AppRoot {
  /** Resolves when its first screen is there. */
  showApp(): Promise<void>;
  showBlocker(props: ComponentProps<typeof StartupBlockerScreen>): void;
  /** Takes it off the page. */
  end(): void;
}

export function createApp(place: HTMLElement): AppRoot {
  const root = createRoot(place);
  return {
    showApp: () => {
      // React draws in another task than this.
      const router = createAppRouter();
      return new Promise((resolve) =>
        root.render(
          <StrictMode>
            <IconStyle>
              <App router={router} onShown={resolve} />
            </IconStyle>
          </StrictMode>,
        ),
      );
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
    end: () => root.unmount(),
  };
}

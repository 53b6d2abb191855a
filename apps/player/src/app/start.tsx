/** Starts the app on the page: first the startup steps, then the app, or the screen that says why it can't start. */
import { LucideProvider } from "lucide-react";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { settings } from "../api/index.ts";
import { TextsProvider, t } from "../i18n/index.ts";
import { applyTheme } from "../shell/theme/theme.ts";
import { prepare, start } from "../startup/index.ts";
import { lazyPart } from "../ui/index.ts";
import { App } from "./App.tsx";
import { Pending } from "./statusScreens.tsx";

const StartupBlockerScreen = lazyPart(() => import("../startup/StartupBlockerScreen.tsx"));

/** The code or the texts can't be loaded: shows the message that is part of the page. */
function fail(error: unknown): never {
  document.getElementById("failed")?.removeAttribute("hidden");
  throw error;
}

/** Resolves when the first screen is being drawn, with what takes the app off the page. */
export async function startApp(place: HTMLElement): Promise<() => void> {
  const root = createRoot(place);
  async function run(token: string | null, withoutVideo: boolean): Promise<void> {
    if (settings().ipCheck) root.render(<Pending label={t("shell.ipChecking")} />);
    const blocker = await start(token, withoutVideo);
    applyTheme();
    root.render(
      <StrictMode>
        <LucideProvider size={20} strokeWidth={1.75}>
          {blocker === null ? (
            <App />
          ) : (
            <TextsProvider>
              <Suspense>
                <StartupBlockerScreen
                  blocker={blocker}
                  onContinue={() => void run(token, true).catch(fail)}
                  onAgain={() => void run(token, withoutVideo).catch(fail)}
                />
              </Suspense>
            </TextsProvider>
          )}
        </LucideProvider>
      </StrictMode>,
    );
  }
  await prepare()
    .then((token) => run(token, false))
    .catch(fail);
  return () => root.unmount();
}

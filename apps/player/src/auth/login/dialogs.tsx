/** What opens over the login, fetched with the press that asks for it: the look of the page, and the live chat. */
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { IconStyle } from "@reelcast/ui";
import { createAppPlace } from "../../shell/root.ts";
import { TextsProvider } from "../../i18n/index.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";

const ThemePanel = lazyPart(() => import("../../shell/theme/ThemePanel.tsx"), "theme");
const ChatConsent = lazyPart(() => import("../../support/ChatConsent.tsx"), "support");

/** Long enough for what slides out. */
const SLIDE_MS = 400;

type Show = (open: boolean, close: () => void) => ReactNode;
function Opened({ show, onClosed }: { show: Show; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  return show(open, () => {
    setOpen(false);
    setTimeout(onClosed, SLIDE_MS);
  });
}
/** Each dialog has a place of its own in the document. It goes when it is closed, or with the login (`signal`). */
function openDialog(signal: AbortSignal, show: Show): void {
  if (signal.aborted) return;
  const place = document.createElement("div");
  document.body.append(place);
  const root = createAppPlace(place);
  const remove = () => {
    root.unmount();
    place.remove();
  };
  signal.addEventListener("abort", remove);
  root.render(
    <IconStyle>
      <TextsProvider>
        <Suspense>
          <Opened show={show} onClosed={remove} />
        </Suspense>
      </TextsProvider>
    </IconStyle>,
  );
}

export const openAppearance = (signal: AbortSignal): void =>
  openDialog(signal, (open, close) => <ThemePanel open={open} onClose={close} />);
export const askForChat = (signal: AbortSignal): void =>
  openDialog(signal, (open, close) => (open ? <ChatConsent onClose={close} /> : null));

/**
 * A panel at the page's end, 360 px wide, that leaves the rest of the page usable; on a phone it takes the whole width,
 * and then nothing else is in reach. Closes by Escape, a press outside and its button; the focus goes in and comes
 * back.
 */
import { Dialog } from "@base-ui/react/dialog";
import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { useT } from "../i18n/index.ts";
import { CloseIcon, IconButton } from "../ui/index.ts";
import type { PanelProps } from "./panels.ts";

const NARROW = "(width < 640px)";
function subscribe(listener: () => void): () => void {
  const media = matchMedia(NARROW);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** The buttons that open panels close them too: pressing one is no press outside. */
const isOpener = (target: EventTarget | null) => target instanceof Element && target.closest("[data-panel]") !== null;

export interface SidePanelProps extends PanelProps {
  title: string;
  /** Stands before the close button. */
  tools?: ReactNode;
  /** What gets the focus on opening; null: what comes first. Never on touch, where a keyboard would cover the panel. */
  initialFocus?: () => HTMLElement | null;
  children: ReactNode;
}

export function SidePanel({ open, onClose, title, tools, initialFocus, children }: SidePanelProps) {
  const t = useT();
  const narrow = useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
  return (
    <Dialog.Root
      open={open}
      modal={narrow}
      onOpenChange={(next, { reason, event }) => {
        // If the player returns to the page by keyboard, or presses the panel's button, the focus is left to them.
        if (next || reason === "focus-out" || (reason === "outside-press" && isOpener(event.target))) return;
        onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          initialFocus={(type) => (type === "touch" ? true : (initialFocus?.() ?? true))}
          className="fixed inset-y-0 end-0 z-40 flex h-dvh w-full flex-col border-line bg-raised ps-[env(safe-area-inset-left)] pe-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] shadow-popup transition-transform duration-200 ease-calm outline-none data-ending-style:translate-x-full data-starting-style:translate-x-full sm:w-90 sm:border-s sm:ps-0 rtl:data-ending-style:-translate-x-full rtl:data-starting-style:-translate-x-full"
        >
          <div className="flex min-h-14 shrink-0 items-center gap-1 border-b border-line ps-4 pe-1.5">
            <Dialog.Title className="grow text-lg font-semibold">{title}</Dialog.Title>
            {tools}
            <Dialog.Close render={<IconButton label={t("shell.close")} />}>
              <CloseIcon />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

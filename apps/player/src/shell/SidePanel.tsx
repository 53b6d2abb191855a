/**
 * A panel at the page's end that leaves the rest of the page usable. On a phone it takes the whole width and is modal.
 * Its buttons (`data-panel`) open and close it.
 */
import type { ReactNode } from "react";
import { Sheet, useMedia } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import type { PanelProps } from "./panels.ts";

const NARROW = "(width < 640px)";

export interface SidePanelProps extends PanelProps {
  title: string;
  initialFocus?: () => HTMLElement | null;
  children: ReactNode;
}

export function SidePanel({ open, onClose, title, initialFocus, children }: SidePanelProps) {
  const t = useT();
  const narrow = useMedia(NARROW);
  return (
    <Sheet
      clear
      side="end"
      modal={narrow}
      toggles="[data-panel]"
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={t("shell.close")}
      {...(initialFocus && { initialFocus })}
      className="max-sm:w-full max-sm:border-s-0 max-sm:ps-[env(safe-area-inset-left)]"
    >
      <div className="mt-1 flex min-h-0 grow flex-col border-t border-line">{children}</div>
    </Sheet>
  );
}

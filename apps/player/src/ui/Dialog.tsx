/** A dialog over the screen. Base UI moves the focus in and back. */
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { useState } from "react";
import type { ReactNode, RefObject } from "react";
import { IconButton } from "./Button.tsx";
import { BACKDROP } from "./backdrop.ts";
import { CloseIcon } from "./icons.ts";

const POPUP =
  "fixed inset-0 z-50 m-auto flex h-fit max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] flex-col gap-4 overflow-y-auto overscroll-contain rounded-xl border border-line bg-raised p-6 shadow-popup transition-[scale,opacity] duration-200 ease-calm outline-none data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0";

export interface DialogProps {
  open: boolean;
  /** Absent: the dialog does not close by Escape or a press outside. Absent from the start: it needs an answer. */
  onClose?: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  closeLabel?: string;
  /** Gets the focus on opening; by default the first element that can have it. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Greatest width in pixels. */
  width?: number;
  /** It may open while another dialog is open: screen readers can reach both. */
  byItself?: boolean;
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  closeLabel,
  initialFocus,
  width = 440,
  byItself = false,
}: DialogProps) {
  // Decided once: `onClose` may be absent while an action is in progress, and another component would lose what was typed.
  const [Part] = useState(() => (onClose ? BaseDialog : AlertDialog));
  return (
    <Part.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
      <Part.Portal>
        <Part.Backdrop className={BACKDROP} />
        <Part.Popup
          data-modal=""
          // What is live is left out when another dialog hides everything but itself.
          {...(byItself && { "aria-live": "off" })}
          {...(initialFocus && { initialFocus })}
          className={POPUP}
          style={{ maxWidth: width }}
        >
          <div className="flex items-start justify-between gap-3">
            <Part.Title className="text-xl leading-7 font-semibold">{title}</Part.Title>
            {onClose && closeLabel ? (
              <BaseDialog.Close render={<IconButton label={closeLabel} className="-me-3 -mt-2" />}>
                <CloseIcon />
              </BaseDialog.Close>
            ) : null}
          </div>
          {description === undefined ? null : <Part.Description className="text-muted">{description}</Part.Description>}
          {children}
          {actions === undefined ? null : (
            <div className="flex flex-wrap justify-end gap-3 pt-2 *:grow sm:*:grow-0">{actions}</div>
          )}
        </Part.Popup>
      </Part.Portal>
    </Part.Root>
  );
}

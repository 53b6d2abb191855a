/** A dialog over the screen, and a sheet that slides in from an edge. Base UI moves the focus in and back. */
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";
import { firstFocus } from "./firstFocus.ts";
import { CloseIcon } from "./icons.ts";
import { useBackCloses } from "./useBackCloses.ts";
import { usePressOutside } from "./usePressOutside.ts";

const BACKDROP =
  "fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0";
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
  /** A question that only Escape leaves unanswered: a press outside does not close it. */
  question?: boolean;
  /** Gets the focus on opening; by default the first field, else the main action. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus on closing; by default the element that had it before. */
  returnFocus?: RefObject<HTMLElement | null>;
  /** Greatest width in pixels. */
  width?: number;
  /** It may open while another dialog is open: screen readers can reach both. */
  byItself?: boolean;
}

/** Given the element itself, Base UI would focus something inside it. */
const finalFocus = (returnFocus: RefObject<HTMLElement | null>) => () => {
  returnFocus.current?.focus();
  return false;
};

export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  closeLabel,
  question = false,
  initialFocus,
  returnFocus,
  width = 440,
  byItself = false,
}: DialogProps) {
  // Decided once: `onClose` may be absent while an action is in progress, and another component would lose what was typed.
  const [Part] = useState(() => (onClose && !question ? BaseDialog : AlertDialog));
  const popup = useRef<HTMLDivElement>(null);
  useBackCloses(open, onClose);
  const begin = () => {
    const first = initialFocus?.current ?? firstFocus(popup.current);
    // What needs an answer and has no main action begins with itself: no key of the game answers it by accident.
    return first === true && !onClose ? popup.current : first;
  };
  return (
    <Part.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
      <Part.Portal>
        <Part.Backdrop className={BACKDROP} />
        <Part.Popup
          data-modal=""
          // What is live is left out when another dialog hides everything but itself.
          {...(byItself && { "aria-live": "off" })}
          ref={popup}
          initialFocus={begin}
          {...(returnFocus && { finalFocus: finalFocus(returnFocus) })}
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

export type SheetSide = "start" | "end" | "bottom";
/** On a phone held across, what comes from the bottom stands at the end: toasts have their place next to it. */
const SIDES: Record<SheetSide, string> = {
  start:
    "inset-y-0 start-0 h-dvh pt-[env(safe-area-inset-top)] w-[min(320px,calc(100vw-48px))] border-e data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full",
  end: "inset-y-0 end-0 h-dvh pt-[env(safe-area-inset-top)] w-[min(360px,calc(100vw-48px))] border-s data-ending-style:translate-x-full data-starting-style:translate-x-full rtl:data-ending-style:-translate-x-full rtl:data-starting-style:-translate-x-full",
  bottom:
    "inset-x-0 bottom-0 mx-auto max-h-[calc(100dvh-24px-env(safe-area-inset-top))] w-full max-w-[560px] rounded-t-xl border-x border-t across:inset-s-auto across:top-0 across:mx-0 across:h-dvh across:max-h-dvh across:w-[min(360px,calc(100vw-48px))] across:rounded-none across:border-e-0 across:border-t-0 data-ending-style:translate-y-full data-starting-style:translate-y-full",
};

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  side: SheetSide;
  title: ReactNode;
  /** The title is read by screen readers and not shown. */
  titleHidden?: boolean;
  closeLabel: string;
  /** The page behind is not dimmed: what is changed here shows there. */
  clear?: boolean;
  /** Pixels, for a sheet at the side. */
  width?: number;
  /** False: the page behind can be scrolled and reached by keys; the first press there only closes the sheet. */
  modal?: boolean;
  /** Selector of the buttons that open and close this sheet: a press on one is no press outside. */
  toggles?: string;
  /** Field that gets the focus on opening, except on touch; by default the first one, else the main action. */
  initialFocus?: () => HTMLElement | null;
  /** Gets the focus on closing; by default the element that had it before. */
  returnFocus?: RefObject<HTMLElement | null>;
  /** Classes of the sheet. */
  className?: string;
  children: ReactNode;
}

export function Sheet({
  open,
  onClose,
  side,
  title,
  titleHidden = false,
  closeLabel,
  clear = false,
  width,
  modal = true,
  toggles,
  initialFocus,
  returnFocus,
  className,
  children,
}: SheetProps) {
  const popup = useRef<HTMLDivElement>(null);
  useBackCloses(open && modal, onClose);
  usePressOutside(open && !modal, toggles, onClose);
  return (
    <BaseDialog.Root
      open={open}
      modal={modal}
      onOpenChange={(next, { reason }) => {
        if (next || (!modal && (reason === "focus-out" || reason === "outside-press"))) return;
        onClose();
      }}
    >
      <BaseDialog.Portal>
        {clear ? null : <BaseDialog.Backdrop className={BACKDROP} />}
        <BaseDialog.Popup
          {...(modal && { "data-modal": "" })}
          {...(side !== "start" && { "data-at-end": "" })}
          {...(width && { style: { width } })}
          ref={popup}
          initialFocus={() => firstFocus(popup.current, initialFocus?.())}
          {...(returnFocus && { finalFocus: finalFocus(returnFocus) })}
          className={cx(
            "fixed z-50 flex flex-col overflow-y-auto overscroll-contain border-line bg-raised pe-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] shadow-popup transition-transform duration-200 ease-calm outline-none",
            SIDES[side],
            className,
          )}
        >
          <div
            className={cx(
              "flex items-center justify-between gap-3 ps-5 pe-2 pt-2",
              titleHidden && "absolute end-0 top-0 z-10",
            )}
          >
            <BaseDialog.Title className={titleHidden ? "sr-only" : "text-lg font-semibold"}>{title}</BaseDialog.Title>
            <BaseDialog.Close render={<IconButton label={closeLabel} />}>
              <CloseIcon />
            </BaseDialog.Close>
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

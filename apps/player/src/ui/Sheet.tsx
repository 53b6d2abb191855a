/** A sheet that slides in from an edge of the screen. Base UI moves the focus in and back. */
import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { IconButton } from "./Button.tsx";
import { BACKDROP } from "./backdrop.ts";
import { cx } from "./cx.ts";
import { CloseIcon } from "./icons.ts";

export type SheetSide = "start" | "end" | "bottom";
const SIDES: Record<SheetSide, string> = {
  start:
    "inset-y-0 start-0 h-dvh w-[min(320px,calc(100vw-48px))] border-e data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full",
  end: "inset-y-0 end-0 h-dvh w-[min(360px,calc(100vw-48px))] border-s data-ending-style:translate-x-full data-starting-style:translate-x-full rtl:data-ending-style:-translate-x-full rtl:data-starting-style:-translate-x-full",
  bottom:
    "inset-x-0 bottom-0 mx-auto max-h-[calc(100dvh-24px)] w-full max-w-[560px] rounded-t-xl border-x border-t data-ending-style:translate-y-full data-starting-style:translate-y-full",
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
  /** False: the page behind stays usable, and the sheet stays open when the focus moves there. */
  modal?: boolean;
  /** Selector of the buttons that open and close this sheet: a press on one is no press outside. */
  toggles?: string;
  /** Gets the focus on opening, except on touch; by default the first element that can have it. */
  initialFocus?: () => HTMLElement | null;
  /** Gets the focus on closing; by default the element that had it before. */
  returnFocus?: RefObject<HTMLElement | null>;
  /** Classes of the sheet. */
  className?: string;
  children: ReactNode;
}

const isWithin = (target: EventTarget | null, selector: string | undefined) =>
  selector !== undefined && target instanceof Element && target.closest(selector) !== null;

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
  return (
    <Dialog.Root
      open={open}
      modal={modal}
      onOpenChange={(next, { reason, event }) => {
        if (next || (!modal && reason === "focus-out")) return;
        if (reason === "outside-press" && isWithin(event.target, toggles)) return;
        onClose();
      }}
    >
      <Dialog.Portal>
        {clear ? null : <Dialog.Backdrop className={BACKDROP} />}
        <Dialog.Popup
          {...(modal && { "data-modal": "" })}
          {...(width && { style: { width } })}
          {...(initialFocus && { initialFocus: (type) => (type === "touch" ? true : (initialFocus() ?? true)) })}
          {...(returnFocus && {
            // Given the element itself, Base UI would focus something inside it.
            finalFocus: () => {
              returnFocus.current?.focus();
              return false;
            },
          })}
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
            <Dialog.Title className={titleHidden ? "sr-only" : "text-lg font-semibold"}>{title}</Dialog.Title>
            <Dialog.Close render={<IconButton label={closeLabel} />}>
              <CloseIcon />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Covers the whole page until the app takes it away: the browser's own modal dialog. It stands above everything and leaves nothing
 * else in reach, neither what is there nor what opens later.
 */
import { useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

export interface CoverDialogProps {
  /** Absent: a dialog. */
  role?: "alertdialog";
  /** The id of its title. */
  "aria-labelledby": string;
  "aria-describedby"?: string;
  children: ReactNode;
}

export function CoverDialog(props: CoverDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const show = () => {
      if (!element.open) element.showModal();
    };
    show();
    // Some browsers close a dialog at the second Escape, whatever it says to that.
    element.addEventListener("close", show);
    // Escape would reach a dialog that is open below.
    const keep = (event: KeyboardEvent) => {
      if (event.key === "Escape") event.stopPropagation();
    };
    addEventListener("keydown", keep, true);
    return () => {
      removeEventListener("keydown", keep, true);
      element.removeEventListener("close", show);
      // So the focus goes back to where it was.
      element.close();
    };
  }, []);
  // Outside of the app's root element: dialogs hide the app from screen readers while they are open, but for what is live.
  return createPortal(
    <dialog
      {...props}
      ref={dialog}
      aria-live="off"
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      data-modal=""
      className="fixed inset-0 m-0 grid h-dvh max-h-none w-dvw max-w-none place-items-center overflow-y-auto bg-surface p-4 text-text outline-none"
    />,
    document.body,
  );
}

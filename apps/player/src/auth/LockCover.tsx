/**
 * Covers a locked screen: the browser's own modal dialog. It stands above everything and leaves nothing else in
 * reach, neither what is there nor what opens later. Its words and the PIN's field come apart.
 */
import { Suspense, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { loadTexts } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";

const load = () => import("./LockScreen.tsx");
const LockScreen = lazyPart(load, "lock");
/** Before it is wanted: it may be wanted without a network. What does not come now is asked for then. */
export function fetchLock(): void {
  void Promise.allSettled([load(), loadTexts("lock")]);
}

export function LockCover() {
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
    return () => {
      element.removeEventListener("close", show);
      // So the focus goes back to where it was.
      element.close();
    };
  }, []);
  // Outside of the app's root element: dialogs hide the app from screen readers while they are open, but for what is
  // live.
  return createPortal(
    <dialog
      ref={dialog}
      aria-live="off"
      role="alertdialog"
      aria-labelledby="lock-title"
      aria-describedby="lock-text"
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      data-modal=""
      className="fixed inset-0 m-0 grid h-dvh max-h-none w-dvw max-w-none place-items-center overflow-y-auto bg-surface p-6 text-text outline-none"
    >
      <Suspense>
        <LockScreen />
      </Suspense>
    </dialog>,
    document.body,
  );
}

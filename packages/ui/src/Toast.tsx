/** Draws the toasts: a stack below the top bar (thumbs rest at the bottom), newest in front, opened out while it is pointed at or focused. */
import { Toast } from "@base-ui/react/toast";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from "./icons.ts";
import { drawToasts } from "./toast.ts";
import type { ToastMessage, ToastVariant } from "./toast.ts";

const LOOKS: Record<ToastVariant, { icon: ReactNode; className: string }> = {
  success: { icon: <SuccessIcon />, className: "text-success" },
  warning: { icon: <WarningIcon />, className: "text-warning" },
  error: { icon: <ErrorIcon />, className: "text-error" },
  info: { icon: <InfoIcon />, className: "text-info" },
};
const isVariant = (type: string | undefined): type is ToastVariant => type !== undefined && Object.hasOwn(LOOKS, type);

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager<NonNullable<ToastMessage["data"]>>();
  return toasts.map((toast) => {
    const look = LOOKS[isVariant(toast.type) ? toast.type : "info"];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        // Base UI announces an urgent toast by an alert of its own, and hides the toast from screen readers, though not
        // its buttons from the keyboard. Not live, the toast is read once and can stay in the accessibility tree.
        {...(toast.priority === "high" && { "aria-hidden": undefined })}
        {...((toast.priority === "high" || toast.data?.quiet) && { "aria-live": "off" as const })}
        swipeDirection={["up", "left", "right"]}
        className={cx(
          "absolute inset-x-0 top-0 z-[calc(1000-var(--toast-index))] h-[var(--toast-frontmost-height,var(--toast-height))] origin-top [transform:translate(var(--toast-swipe-movement-x),calc(var(--toast-swipe-movement-y)+var(--toast-index)*8px))_scale(calc(1-var(--toast-index)*.05))] rounded-lg border border-line bg-lifted shadow-popup transition-[transform,opacity,height] duration-200 ease-calm select-none after:absolute after:inset-x-0 after:top-full after:h-3 data-ending-style:opacity-0 data-expanded:h-[var(--toast-height)] data-expanded:[transform:translate(var(--toast-swipe-movement-x),calc(var(--toast-offset-y)+var(--toast-index)*8px+var(--toast-swipe-movement-y)))] data-limited:opacity-0 data-starting-style:[transform:translateY(-120%)] data-starting-style:opacity-0 staged:not-first:hidden",
          // It stays: it is no toast that one may let pass.
          toast.data?.banner && "border-s-4 border-edge",
        )}
      >
        <Toast.Content className="flex items-start gap-3 overflow-hidden py-1 ps-4 pe-1 transition-opacity staged:gap-2 staged:py-0 staged:ps-3 staged:pe-0 data-behind:opacity-0 data-expanded:opacity-100">
          <span className={cx("pt-3 staged:pt-2.5", look.className)}>{look.icon}</span>
          <div className="min-w-0 grow py-3 text-[.9375rem] leading-snug staged:py-2 staged:text-sm staged:leading-4.5">
            {/* A toast is a dialog to assistive technology, and a dialog has a name: without a title, all that it says. */}
            {toast.title === undefined ? (
              <Toast.Title render={<p />}>{toast.description}</Toast.Title>
            ) : (
              <>
                <Toast.Title className="font-semibold" />
                <Toast.Description />
              </>
            )}
            <Toast.Action className="-ms-3 inline-flex min-h-11 items-center rounded-md px-3 font-semibold text-gold hover:bg-line" />
          </div>
          <Toast.Close render={<IconButton label={closeLabel} className="text-muted" />}>
            <CloseIcon size={18} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

export interface ToastsProps {
  /** Name of the button that closes a toast, and of the region of the toasts. */
  closeLabel: string;
  regionLabel: string;
  /** Nothing is drawn or can be pressed, what stands included; all of it comes afterwards, with its time anew. */
  held: boolean;
}

const manager = Toast.createToastManager();

export default function Toasts({ closeLabel, regionLabel, held }: ToastsProps) {
  // The provider listens by then: effects of what is within come first.
  useEffect(() => (held ? undefined : drawToasts(manager)), [held]);
  return (
    // Another key is another, empty stack.
    <Toast.Provider key={String(held)} toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={regionLabel}
          // In a game, over the bar above the reels.
          className="fixed inset-x-4 top-[calc(68px+env(safe-area-inset-top))] z-60 mx-auto max-w-[420px] staged:inset-x-2 staged:top-[calc(var(--safe-top)+3.25rem)] staged:max-w-[560px] staged:across:inset-x-26 staged:across:top-[calc(var(--safe-top)+2px)] across:in-[body:has([data-at-end])]:end-92 staged:across:in-[body:has([data-at-end])]:end-92"
        >
          <ToastList closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

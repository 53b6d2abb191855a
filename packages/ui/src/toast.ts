/**
 * Short messages over the screen, from anywhere in the app. A toast with an id is updated in place when it is shown
 * again: a countdown is one toast, not ten. Drawn by `Toasts` in Toast.tsx, which is loaded apart; until it is there, and
 * while it may show nothing, toasts wait.
 */
export type ToastVariant = "success" | "warning" | "error" | "info";

export interface ToastOptions {
  /** A toast with the same id is updated, and its time starts again. */
  id?: string;
  title?: string;
  /**
   * How long it is shown: "toast" and "message" as `configureToasts` says; a "banner" stays until it is closed, or until its
   * cause is over. A number is milliseconds, for what has a setting of its own. Default: a warning or an error is a message.
   */
  lasts?: "toast" | "message" | "banner" | number;
  action?: { label: string; run: () => void };
  onClose?: () => void;
  /** Not announced to screen readers: it changes often, and its caller announces what matters. */
  quiet?: boolean;
}

export interface ToastMessage {
  id: string;
  title?: string;
  description: string;
  type: ToastVariant;
  priority: "high" | "low";
  timeout: number;
  actionProps?: { children: string; onClick: () => void };
  onClose: () => void;
  data?: { quiet?: true; banner?: true };
}
export interface ToastDrawer {
  add: (message: ToastMessage) => unknown;
  close: (id: string) => void;
}
let drawer: ToastDrawer | null = null;
/** Shown and waiting toasts, oldest first, up to a limit. */
const live = new Map<string, ToastMessage>();
const MOST_KEPT = 20;
let shown = 0;

/** Sets the renderer; it gets all toasts that are not closed. Returns the function that removes it. */
export function drawToasts(next: ToastDrawer): () => void {
  drawer = next;
  for (const message of live.values()) next.add(message);
  return () => {
    if (drawer === next) drawer = null;
  };
}

const times = { toast: 3_000, message: 6_000, banner: 0 };
/** How long toasts and messages are shown, ms. */
export function configureToasts(next: { toast: number; message: number }): void {
  Object.assign(times, next);
}

function show(
  variant: ToastVariant,
  text: string,
  { id, title, lasts, action, onClose, quiet = false }: ToastOptions = {},
): string {
  const urgent = variant === "error" || variant === "warning";
  const time = lasts ?? (urgent ? "message" : "toast");
  const message: ToastMessage = {
    id: id ?? `toast-${(shown += 1)}`,
    ...(title !== undefined && { title }),
    description: text,
    type: variant,
    priority: urgent && !quiet ? "high" : "low",
    timeout: typeof time === "number" ? time : times[time],
    ...(action && { actionProps: { children: action.label, onClick: action.run } }),
    onClose() {
      if (live.get(message.id) === message) live.delete(message.id);
      onClose?.();
    },
    data: { ...(quiet && { quiet }), ...(time === "banner" && { banner: true }) },
  };
  live.set(message.id, message);
  for (const oldest of live.keys()) {
    if (live.size <= MOST_KEPT) break;
    live.delete(oldest);
  }
  drawer?.add(message);
  return message.id;
}

export const toast = {
  success: (text: string, options?: ToastOptions) => show("success", text, options),
  info: (text: string, options?: ToastOptions) => show("info", text, options),
  warning: (text: string, options?: ToastOptions) => show("warning", text, options),
  error: (text: string, options?: ToastOptions) => show("error", text, options),
  /** Whether it is shown, or waits for that. */
  isOpen: (id: string): boolean => live.has(id),
  close(id: string): void {
    live.delete(id);
    drawer?.close(id);
  },
  /** Discards all toasts: they were for a player who has logged out. */
  forget: () => live.clear(),
};

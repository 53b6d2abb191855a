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
  /** Milliseconds until it closes by itself; 0: stays. By default as `configureToasts` says. */
  timeoutMs?: number;
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
  data?: { quiet: true };
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

let autoCloseMs = 3000;
/** How long toasts stay by default; errors stay twice as long, since they take longer to read. */
export function configureToasts(options: { autoCloseMs: number }): void {
  ({ autoCloseMs } = options);
}

function show(
  variant: ToastVariant,
  text: string,
  { id, title, timeoutMs, action, onClose, quiet = false }: ToastOptions = {},
): string {
  const urgent = variant === "error" || variant === "warning";
  const message: ToastMessage = {
    id: id ?? `toast-${(shown += 1)}`,
    ...(title !== undefined && { title }),
    description: text,
    type: variant,
    priority: urgent && !quiet ? "high" : "low",
    timeout: timeoutMs ?? (urgent ? autoCloseMs * 2 : autoCloseMs),
    ...(action && { actionProps: { children: action.label, onClick: action.run } }),
    onClose() {
      if (live.get(message.id) === message) live.delete(message.id);
      onClose?.();
    },
    ...(quiet && { data: { quiet } }),
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
  close(id: string): void {
    live.delete(id);
    drawer?.close(id);
  },
  /** Discards all toasts: they were for a player who has logged out. */
  forget: () => live.clear(),
};

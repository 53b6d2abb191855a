/** Which side panel is open: at most one. Anything in the frame may open one; `Panels.tsx` shows it. */
import { useSyncExternalStore } from "react";

export type Panel = "theme" | "chat" | "quick" | "search" | "shortcuts";
/** Props of every side panel. */
export interface PanelProps {
  open: boolean;
  onClose: () => void;
}

let present: Panel | null = null;
const listeners = new Set<() => void>();

/** null closes the open one. */
export function showPanel(panel: Panel | null): void {
  present = panel;
  for (const listener of listeners) listener();
}
export const togglePanel = (panel: Panel): void => showPanel(present === panel ? null : panel);

export function usePanel(): Panel | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => present,
  );
}

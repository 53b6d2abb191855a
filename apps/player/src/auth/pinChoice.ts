/** Whether the player is asked to choose a PIN: after the lock was opened with the default one. */
import { useSyncExternalStore } from "react";

let asked = false;
const listeners = new Set<() => void>();

export function askForPin(ask: boolean): void {
  asked = ask;
  for (const listener of listeners) listener();
}
export function usePinQuestion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => asked,
  );
}

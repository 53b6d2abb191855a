/** Whether the browser has a network. It says nothing about the server. */
import { useSyncExternalStore } from "react";

const EVENTS = ["online", "offline"] as const;
function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) removeEventListener(event, listener);
  };
}
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

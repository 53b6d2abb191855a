/** Whether the browser has a network. It says nothing about the server. */
import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  globalThis.addEventListener("online", listener);
  globalThis.addEventListener("offline", listener);
  return () => {
    globalThis.removeEventListener("online", listener);
    globalThis.removeEventListener("offline", listener);
  };
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Whether the server can be reached, known from the notification socket. */
import { useSyncExternalStore } from "react";

let reached = true;
const listeners = new Set<() => void>();

export function setServerReachable(next: boolean): void {
  if (next === reached) return;
  reached = next;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
export const useServerReachable = (): boolean => useSyncExternalStore(subscribe, () => reached);

/** Whether the screen is locked: a flag in the browser's storage, the same in every tab. */
import { useSyncExternalStore } from "react";
import { STORAGE, settings } from "../api/index.ts";
import { browserStore } from "../api/token.ts";

const LOCKED = "true";
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Locks only what can be unlocked: the check is on, and there is a PIN. */
export function mayLock(): boolean {
  return settings().pinCheck && browserStore.get(STORAGE.pin) !== null;
}
export function isLocked(): boolean {
  return mayLock() && browserStore.get(STORAGE.lock) === LOCKED;
}
export function lock(): void {
  if (!mayLock()) return;
  browserStore.set(STORAGE.lock, LOCKED);
  notifyListeners();
}
export function unlock(): void {
  browserStore.remove(STORAGE.lock);
  browserStore.remove(STORAGE.pinTries);
  notifyListeners();
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === STORAGE.lock || key === null) && listener();
  listeners.add(listener);
  globalThis.addEventListener("storage", onStorage);
  // The browser has kept the page, and it may have been locked in another one.
  globalThis.addEventListener("pageshow", listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener("storage", onStorage);
    globalThis.removeEventListener("pageshow", listener);
  };
}
export function useLocked(): boolean {
  return useSyncExternalStore(subscribe, isLocked);
}

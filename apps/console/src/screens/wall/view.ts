/** What the wall shows at the moment, kept while the page is open, and what this browser keeps of it for the next visit. */
import { useSyncExternalStore } from "react";
import type { Density } from "./Grid.tsx";
import type { WallFilter } from "./order.ts";

export interface WallView extends WallFilter {
  density: Density;
  /** A new need makes a sound. */
  sound: boolean;
}
const KEY = "console.wall";
const listeners = new Set<() => void>();

function kept(): Pick<WallView, "density" | "sound"> {
  try {
    const { density, sound } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    return { density: density === "list" ? "list" : "pictures", sound: sound === true };
  } catch {
    // Storage is forbidden, or has something else.
    return { density: "pictures", sound: false };
  }
}
const fresh = (): WallView => ({ group: "all", brand: null, search: "", ...kept() });
let view = fresh();

export function changeView(change: Partial<WallView>): void {
  view = { ...view, ...change };
  const { density, sound } = view;
  try {
    localStorage.setItem(KEY, JSON.stringify({ density, sound }));
  } catch {
    // As above: it counts until the page is loaded again.
  }
  for (const listener of listeners) listener();
}
export const useView = (): WallView =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => view,
  );
/** For tests: as in a new visit. @internal */
export function resetView(): void {
  view = fresh();
}

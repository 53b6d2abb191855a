/** What the wall shows at the moment, kept while the page is open, and what this browser keeps of it for the next visit. */
import { useSyncExternalStore } from "react";
import type { Density } from "./Grid.tsx";
import { WHOLE } from "./order.ts";
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
const fresh = (): WallView => ({ ...WHOLE, ...kept() });
let view = fresh();

/** A group and a state are chosen instead of each other: most pairs of them have no machine. */
export function changeView(change: Partial<WallView>): void {
  view = {
    ...view,
    ...(change.group !== undefined && { state: null }),
    ...(change.state !== undefined && { group: "all" }),
    ...change,
  };
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

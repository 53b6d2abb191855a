/**
 * The browser's back button closes the top modal dialog or sheet, and the page below stays. The listener goes before the
 * router's own, which then knows nothing of the step back, nor of the step forward that undoes it.
 */
import { useEffect, useEffectEvent } from "react";

interface Layer {
  close: () => void;
  /** The entry of the history that it was opened on. */
  entry: number;
}
const layers: Layer[] = [];
let undoing = false;

/** The router numbers the entries of the history; one without a number is its first. */
function presentEntry(): number {
  const state: unknown = history.state;
  const index = typeof state === "object" && state && "__TSR_index" in state ? state.__TSR_index : null;
  return typeof index === "number" ? index : 0;
}
function onPop(event: PopStateEvent): void {
  const top = layers.at(-1);
  if (!undoing && presentEntry() + 1 !== top?.entry) return;
  event.stopImmediatePropagation();
  undoing = !undoing;
  if (!undoing) return;
  history.forward();
  top?.close();
}
// Tests of the menu's model load this without a window.
if ("history" in globalThis) addEventListener("popstate", onPop, true);

/** @param onClose absent: it can't be closed now, and the page is left as without it */
export function useBackCloses(open: boolean, onClose: (() => void) | undefined): void {
  const close = useEffectEvent(() => onClose?.());
  const closable = onClose !== undefined;
  useEffect(() => {
    if (!open || !closable) return;
    const layer = { close, entry: presentEntry() };
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [open, closable]);
}

/**
 * Closes something at the first press outside of it, and that press does nothing else: it was meant for what stands in
 * front, not for what lies behind. Keys are left alone, and so is what lies over the page itself (dialogs, toasts).
 */
import { useEffect, useEffectEvent } from "react";

/** Of one press, in their order: some controls act at the first, most at the last. */
const EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"] as const;

/** @param toggles selector of the buttons that open and close it: a press on one is no press outside */
export function usePressOutside(active: boolean, toggles: string | undefined, onPress: () => void): void {
  const close = useEffectEvent(onPress);
  useEffect(() => {
    if (!active) return;
    const swallow = (event: MouseEvent) => {
      const { target } = event;
      // A key presses with no pointer: its click counts no presses.
      if (event.type === "click" && event.detail === 0) return;
      if (!(target instanceof Element) || !target.closest("#root")) return;
      if (toggles !== undefined && target.closest(toggles)) return;
      event.stopImmediatePropagation();
      // Neither the focus nor a selection moves; a finger may still scroll.
      if (event.type === "mousedown" || event.type === "click") event.preventDefault();
      if (event.type === "click") close();
    };
    for (const type of EVENTS) addEventListener(type, swallow, true);
    return () => {
      for (const type of EVENTS) removeEventListener(type, swallow, true);
    };
  }, [active, toggles]);
}

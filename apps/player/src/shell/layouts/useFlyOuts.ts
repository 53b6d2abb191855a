/** Which list of one row or list is open: opened by hovering for a moment, by a press, or by the keyboard. */
import { useEffect, useRef, useState } from "react";
import type { PointerEvent } from "react";

/** A pointer that passes faster opens nothing, and one that comes back faster closes nothing. */
export const HOVER_MS = 150;

export interface Opened {
  id: string;
  /** A list opened by hovering closes when the pointer leaves; one that was pressed stays. */
  by: "hover" | "press" | "keyboard";
}

export type FlyOuts = ReturnType<typeof useFlyOuts>;
export function useFlyOuts() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const after = (run: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, HOVER_MS);
  };
  const show = (next: Opened | null) => {
    clearTimeout(timer.current);
    setOpened(next);
  };
  return {
    opened,
    show,
    press: (id: string) => show(opened?.id === id && opened.by !== "hover" ? null : { id, by: "press" }),
    /** Handlers of the entry `id`. A finger does not hover: its press is a click. */
    hover: (id: string) => ({
      onPointerEnter({ pointerType }: PointerEvent) {
        if (pointerType === "touch") return;
        after(() => setOpened((present) => (present?.id === id ? present : { id, by: "hover" })));
      },
      onPointerLeave({ pointerType }: PointerEvent) {
        if (pointerType === "touch") return;
        after(() => setOpened((present) => (present?.id === id && present.by === "hover" ? null : present)));
      },
    }),
  };
}

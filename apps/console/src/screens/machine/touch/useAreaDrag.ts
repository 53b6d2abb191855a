/** What a pointer does in the picture: draws an area, moves one, or makes it larger. */
import { useRef, useState } from "react";
import type { PointerEvent, RefObject } from "react";
import type { TouchArea } from "@reelcast/contract/console";
import { drawn, moved, resized } from "./areas.ts";
import type { Box, Point } from "./areas.ts";

type Drag =
  | { kind: "draw"; from: Point; box: Box | null }
  | { kind: "move" | "resize"; from: Point; at: number; box: Box };

export interface AreaDragInput {
  onChange: (at: number, box: Box) => void;
  onDraw: (box: Box) => void;
}
/** @param room the element of the picture */
export function useAreaDrag(room: RefObject<HTMLElement | null>, { onChange, onDraw }: AreaDragInput) {
  const drag = useRef<Drag | null>(null);
  const [draft, setDraft] = useState<Box | null>(null);

  function pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left = 0, top = 0, width = 1, height = 1 } = room.current?.getBoundingClientRect() ?? {};
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }
  function begin(event: PointerEvent, wanted: Drag): void {
    if (event.button !== 0) return;
    // What lies below it begins nothing.
    event.stopPropagation();
    room.current?.setPointerCapture(event.pointerId);
    drag.current = wanted;
  }
  function cancel(): void {
    drag.current = null;
    setDraft(null);
  }
  return {
    /** The area that is being drawn; null: none. */
    draft,
    /** Of the picture. */
    handlers: {
      onPointerDown: (event: PointerEvent) => begin(event, { kind: "draw", from: pointOf(event), box: null }),
      onPointerMove(event: PointerEvent) {
        const { current } = drag;
        if (!current) return;
        const to = pointOf(event);
        if (current.kind === "draw") {
          current.box = drawn(current.from, to);
          return setDraft(current.box);
        }
        const by = { x: to.x - current.from.x, y: to.y - current.from.y };
        onChange(current.at, (current.kind === "move" ? moved : resized)(current.box, by));
      },
      onPointerUp() {
        const { current } = drag;
        if (current?.kind === "draw" && current.box) onDraw(current.box);
        cancel();
      },
      onPointerCancel: cancel,
    },
    /** Of an area, or of its corner. */
    begin: (event: PointerEvent, kind: "move" | "resize", at: number, box: TouchArea) =>
      begin(event, { kind, from: pointOf(event), at, box }),
  };
}

/**
 * The picture enlarged by the player: two fingers, a double tap, the wheel with Ctrl (as touchpads send it), and the keys
 * + − 0. Escape and another double tap end it.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PointerEvent, RefObject } from "react";
import { isKeyTaken } from "./keys.ts";
import type { Placement, Room } from "./picture.ts";
import { TAP, moved, zoomAt } from "./zoom.ts";
import type { Point, Zoom } from "./zoom.ts";

const STEP = 1.25;
/** Two taps within this time and distance are a double tap. */
const DOUBLE_MS = 300;
const NEAR = 24;

export interface ZoomHandlers {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: (event: PointerEvent) => void;
}

/** In the coordinates of the element, also where the page is turned. */
const pointOf = ({ offsetX, offsetY }: MouseEvent): Point => ({ x: offsetX, y: offsetY });
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** @param layer the element that is touched; as large as the room */
export function useZoom(
  layer: RefObject<HTMLElement | null>,
  room: Room | null,
  placement: Placement | null,
): { zoom: Zoom | null; handlers: ZoomHandlers } {
  const [zoom, setZoom] = useState<Zoom | null>(null);
  const to = (point: Point, change: (scale: number) => number) => {
    if (!room || !placement) return;
    setZoom((before) => zoomAt(placement, room, before, point, change(before?.scale ?? 1)));
  };
  const move = (by: Point) => {
    if (room && placement) setZoom((before) => moved(placement, room, before, by));
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!room || isKeyTaken(event)) return;
    const centre = { x: room.width / 2, y: room.height / 2 };
    if (event.key === "+" || event.key === "=") to(centre, (scale) => scale * STEP);
    else if (event.key === "-" || event.key === "−") to(centre, (scale) => scale / STEP);
    else if (event.key === "0" || event.key === "Escape") setZoom(null);
  });
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    to(pointOf(event), (scale) => scale * Math.exp(-event.deltaY / 100));
  });
  useEffect(() => {
    const { current } = layer;
    globalThis.addEventListener("keydown", onKey);
    current?.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      globalThis.removeEventListener("keydown", onKey);
      current?.removeEventListener("wheel", onWheel);
    };
  }, [layer]);

  return { zoom, handlers: useGestures(to, move) };
}

/** One finger moves, two enlarge, two taps do so by a fixed step. */
function useGestures(
  to: (point: Point, change: (scale: number) => number) => void,
  move: (by: Point) => void,
): ZoomHandlers {
  const pointers = useRef(new Map<number, Point>());
  const lastTap = useRef<{ at: number; point: Point } | null>(null);
  /** The fingers have moved: no tap. */
  const dragged = useRef(false);

  function tap(point: Point, at: number): void {
    const before = lastTap.current;
    if (before && at - before.at < DOUBLE_MS && distance(point, before.point) < NEAR) {
      lastTap.current = null;
      to(point, (scale) => (scale > 1 ? 1 : TAP));
    } else lastTap.current = { at, point };
  }
  const end = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (pointers.current.size === 0) dragged.current = false;
      pointers.current.set(event.pointerId, pointOf(event.nativeEvent));
    },
    onPointerMove(event) {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = pointOf(event.nativeEvent);
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (!other && !dragged.current && distance(before, now) < NEAR / 3) return;
      dragged.current = true;
      pointers.current.set(event.pointerId, now);
      const [from, onto] = other ? [middle(before, other), middle(now, other)] : [before, now];
      move({ x: onto.x - from.x, y: onto.y - from.y });
      const spread = other ? distance(now, other) / Math.max(1, distance(before, other)) : 1;
      if (spread !== 1) to(onto, (scale) => scale * spread);
    },
    onPointerUp(event) {
      const single = pointers.current.size === 1 && pointers.current.has(event.pointerId);
      end(event);
      if (single && !dragged.current) tap(pointOf(event.nativeEvent), event.timeStamp);
    },
    onPointerCancel: end,
  };
}

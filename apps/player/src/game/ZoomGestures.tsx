/**
 * The picture enlarged by the player: two fingers, a double tap, the wheel with Ctrl (as touchpads send it), and the keys
 * + − 0. Escape and another double tap end it. A finger that stays is for what is under it: it enlarges nothing.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { RefObject } from "react";
import { Hold } from "./hold.ts";
import { isKeyTaken } from "./keys.ts";
import type { Placement, Room, Zoom } from "./picture.ts";
import { TAP, moved, zoomAt } from "./zoom.ts";
import type { Point } from "./zoom.ts";

const STEP = 1.25;
/** Two taps within this time and distance are a double tap. */
const DOUBLE_MS = 300;
const NEAR = 24;

export interface ZoomGesturesProps {
  open: boolean;
  /** The element that is touched; as large as the room. */
  layer: RefObject<HTMLElement | null>;
  room: Room | null;
  placement: Placement | null;
  onZoom: (change: (before: Zoom | null) => Zoom | null) => void;
  /** Returns whether the tap was for the machine: then it is no part of a double tap. */
  onTap: (point: Point) => boolean;
  /** A finger stays on the picture; null: it is gone. Returns whether something is held: its end is no tap then. */
  onHold: (point: Point | null) => boolean;
}

/** In the coordinates of the element, also where the page is turned. */
const pointOf = ({ offsetX, offsetY }: MouseEvent): Point => ({ x: offsetX, y: offsetY });
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

export default function ZoomGestures({ layer, room, placement, onZoom, onTap, onHold }: ZoomGesturesProps) {
  const to = (point: Point, change: (scale: number) => number) => {
    if (room && placement) onZoom((before) => zoomAt(placement, room, before, point, change(before?.scale ?? 1)));
  };
  const move = (by: Point) => {
    if (room && placement) onZoom((before) => moved(placement, room, before, by));
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!room || isKeyTaken(event)) return;
    const centre = { x: room.width / 2, y: room.height / 2 };
    if (event.key === "+" || event.key === "=") to(centre, (scale) => scale * STEP);
    else if (event.key === "-" || event.key === "−") to(centre, (scale) => scale / STEP);
    else if (event.key === "0" || event.key === "Escape") onZoom(() => null);
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

  useGestures(layer, to, move, { onTap, onHold });
  return null;
}

/** One finger moves, two enlarge, two taps do so by a fixed step. */
function useGestures(
  layer: ZoomGesturesProps["layer"],
  to: (point: Point, change: (scale: number) => number) => void,
  move: (by: Point) => void,
  { onTap, onHold }: Pick<ZoomGesturesProps, "onTap" | "onHold">,
): void {
  const pointers = useRef(new Map<number, Point>());
  const lastTap = useRef<{ at: number; point: Point } | null>(null);
  /** The fingers have moved: no tap. */
  const dragged = useRef(false);
  const [hold] = useState(() => new Hold());

  function tap(point: Point, at: number): void {
    if (onTap(point)) {
      lastTap.current = null;
      return;
    }
    const before = lastTap.current;
    if (before && at - before.at < DOUBLE_MS && distance(point, before.point) < NEAR) {
      lastTap.current = null;
      to(point, (scale) => (scale > 1 ? 1 : TAP));
    } else lastTap.current = { at, point };
  }
  const onStay = useEffectEvent((point: Point | null) => onHold(point));
  const onEnd = useEffectEvent(({ pointerId }: PointerEvent) => {
    hold.end();
    pointers.current.delete(pointerId);
  });
  const onDown = useEffectEvent((event: PointerEvent) => {
    if (event.button !== 0) return;
    layer.current?.setPointerCapture(event.pointerId);
    if (pointers.current.size === 0) dragged.current = false;
    const point = pointOf(event);
    pointers.current.set(event.pointerId, point);
    if (pointers.current.size === 1) hold.begin(point, onStay, () => onStay(null));
    else {
      // Two fingers tap nothing, whatever they did before.
      hold.end();
      dragged.current = true;
    }
  });
  const onMove = useEffectEvent((event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other && !dragged.current && distance(before, now) < NEAR / 3) return;
    dragged.current = true;
    hold.end();
    pointers.current.set(event.pointerId, now);
    const [from, onto] = other ? [middle(before, other), middle(now, other)] : [before, now];
    move({ x: onto.x - from.x, y: onto.y - from.y });
    const spread = other ? distance(now, other) / Math.max(1, distance(before, other)) : 1;
    if (spread !== 1) to(onto, (scale) => scale * spread);
  });
  const onUp = useEffectEvent((event: PointerEvent) => {
    const single = pointers.current.size === 1 && pointers.current.has(event.pointerId);
    pointers.current.delete(event.pointerId);
    if (!hold.end() && single && !dragged.current) tap(pointOf(event), event.timeStamp);
  });
  useEffect(() => {
    const { current } = layer;
    const handlers = { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onEnd };
    const stop = current ? listen(current, { ...handlers, contextmenu: noMenu }) : undefined;
    return () => {
      stop?.();
      hold.end();
    };
  }, [layer, hold]);
}

/** A long press would open a menu of the browser. */
const noMenu = (event: Event) => event.preventDefault();
/** Until the returned function is called. */
function listen(element: HTMLElement, handlers: Readonly<Record<string, unknown>>): () => void {
  const listeners = Object.entries(handlers).map(([type, handler]) => [type, handler as EventListener] as const);
  for (const listener of listeners) element.addEventListener(...listener);
  return () => {
    for (const listener of listeners) element.removeEventListener(...listener);
  };
}

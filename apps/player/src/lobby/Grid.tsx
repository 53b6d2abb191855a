/**
 * The machines in a virtualised grid: only the rows near the window are in the document, and their elements are reused,
 * so 2,000 machines scroll like twelve.
 */
import type { Machine } from "@reelcast/contract";
import { memo, startTransition, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { MachineCard } from "./MachineCard.tsx";
import type { MachineCardProps } from "./MachineCard.tsx";
import { cellsOf } from "./list.ts";
import { useRowsNear } from "./rows.ts";

/** Room round a card for its outline and its lift, since nothing is painted outside of its place. Pixels, as in the classes. */
const EDGE = 6;

interface SlotProps extends MachineCardProps {
  /** Place in the list, from 1. */
  position: number;
  count: number;
  /** Pixels within the list. */
  top: number;
  start: number;
  width: number;
  height: number;
}
/** A place of the grid: it shows another machine when its row is reused. */
const Slot = memo(function Slot({ position, count, top, start, width, height, ...card }: SlotProps) {
  const item = useRef<HTMLLIElement>(null);
  const { id } = card.machine;
  const before = useRef(id);
  useLayoutEffect(() => {
    if (before.current === id) return;
    before.current = id;
    // The focus does not pass to another machine.
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && item.current?.contains(activeElement)) activeElement.blur();
  }, [id]);
  return (
    <li
      ref={item}
      // A change in a card needs no layout or painting outside of it.
      className="absolute p-[6px] contain-strict"
      style={{
        top: top - EDGE,
        insetInlineStart: start - EDGE,
        width: width + 2 * EDGE,
        height: height + 2 * EDGE,
      }}
      aria-setsize={count}
      aria-posinset={position}
    >
      <MachineCard {...card} />
    </li>
  );
});

interface RowProps extends GridProps {
  row: number;
  columns: number;
  cell: number;
  step: number;
  rowHeight: number;
}
const Row = memo(function Row({ row, columns, cell, step, rowHeight, ...grid }: RowProps) {
  const { machines, pictureOf, mine, favourites, onOpen, onStar } = grid;
  const begin = row * columns;
  return machines
    .slice(begin, begin + columns)
    .map((machine, column) => (
      <Slot
        key={column}
        position={begin + column + 1}
        count={machines.length}
        top={row * rowHeight}
        start={column * step}
        width={cell}
        height={rowHeight - step + cell}
        machine={machine}
        fallback={pictureOf(machine)}
        pixels={cell * devicePixelRatio}
        mine={machine.id === mine}
        favourite={favourites.has(machine.id)}
        onOpen={onOpen}
        onStar={onStar}
      />
    ));
});

/** Where the list stands, in pixels. */
interface GridPlace {
  width: number;
  /** From the page's top. */
  offset: number;
  /** As high as the texts below a picture (name, brand, status, why a machine is busy), in the player's text size. */
  textHeight: number;
}

export interface GridProps extends Pick<MachineCardProps, "onOpen" | "onStar"> {
  machines: readonly Machine[];
  pictureOf: (machine: Machine) => string | null;
  /** The machine at which the player has a session open. */
  mine: number | null;
  /** Ids of the marked machines. */
  favourites: ReadonlySet<number>;
}

interface GridRoomProps {
  /** It is measured in the next frame, with the layout that the browser makes anyway. Otherwise before it is painted. */
  waits: boolean;
  /** @param place null until it is measured */
  children: (place: GridPlace | null) => ReactNode;
}
/** The place of the list. It is measured before the machines are drawn: they are then drawn and laid out once. */
export function GridRoom({ waits, children }: GridRoomProps) {
  const room = useRef<HTMLDivElement>(null);
  const textSpace = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<GridPlace | null>(null);
  const wasWaiting = useRef(waits);
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    let isFirst = wasWaiting.current;
    const measure = () => {
      // The first machines are many: drawing them is interrupted by a press.
      const update = isFirst ? startTransition : (run: () => void) => run();
      isFirst = false;
      const width = element.clientWidth;
      const textHeight = textSpace.current?.clientHeight ?? 0;
      const offset = element.getBoundingClientRect().top + scrollY;
      update(() =>
        setPlace((known) =>
          known?.width === width && known.textHeight === textHeight && known.offset === offset
            ? known
            : { width, textHeight, offset },
        ),
      );
    };
    if (!wasWaiting.current) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (textSpace.current) observer.observe(textSpace.current);
    // What stands above the list moves it.
    if (element.parentElement) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={room}>
      <div ref={textSpace} aria-hidden="true" className="pointer-events-none invisible absolute h-[7rem] w-px" />
      {children(place)}
    </div>
  );
}

export function Grid({ place: { width, offset, textHeight }, ...grid }: GridProps & { place: GridPlace }) {
  const { columns, cell, step } = cellsOf(width);
  const rowHeight = Math.ceil(cell * 0.75 + textHeight + step - cell);
  const rows = width > 0 ? Math.ceil(grid.machines.length / columns) : 0;
  const { shown, slots } = useRowsNear(offset, rowHeight, rows);
  return (
    <ul className="relative" style={{ height: rows * rowHeight }}>
      {shown.map((row) => (
        <Row key={row % slots} {...{ row, columns, cell, step, rowHeight }} {...grid} />
      ))}
    </ul>
  );
}

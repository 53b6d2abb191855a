/** The machines in a virtualised grid: only the visible ones are in the document, so 2,000 of them scroll like twelve. */
import type { Machine } from "@reelcast/contract";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { MouseEvent } from "react";
import { MachineCard } from "./MachineCard.tsx";
import { slugOf } from "./list.ts";
import { useRowsNear } from "./rows.ts";

const NARROWEST = 160;
const GAP = 12;

export interface GridProps {
  machines: readonly Machine[];
  pictureOf: (machine: Machine) => string | null;
  /** The machine at which the player has a session open. */
  mine: number | null;
}

export function Grid({ machines, pictureOf, mine }: GridProps) {
  const list = useRef<HTMLUListElement>(null);
  /** As high as the texts below a picture (name, brand, status, why a machine is busy), in the player's text size. */
  const textSpace = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [offset, setOffset] = useState(0);
  const [textHeight, setTextHeight] = useState(0);
  const navigate = useNavigate();
  const onOpen = useCallback(
    (machine: Machine, event: MouseEvent) => {
      // Anything but a plain press (a new tab, say) is left to the browser.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate({
        to: "/game/$gameId/$name",
        params: { gameId: String(machine.id), name: slugOf(machine.name) },
      });
    },
    [navigate],
  );
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      setWidth(element.clientWidth);
      setTextHeight(textSpace.current?.clientHeight ?? 0);
      setOffset(element.getBoundingClientRect().top + scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (textSpace.current) observer.observe(textSpace.current);
    return () => observer.disconnect();
  }, []);
  const columns = Math.max(2, Math.min(6, Math.floor((width + GAP) / (Math.max(NARROWEST, width / 6 - GAP) + GAP))));
  const cell = (width - GAP * (columns - 1)) / columns;
  const rowHeight = cell * 0.75 + textHeight + GAP;
  const rows = width > 0 ? Math.ceil(machines.length / columns) : 0;
  const { first, end } = useRowsNear(offset, rowHeight, rows);

  return (
    <>
      <div ref={textSpace} aria-hidden="true" className="pointer-events-none invisible absolute h-[7rem] w-px" />
      <ul ref={list} className="relative" style={{ height: rows * rowHeight }}>
        {machines.slice(first * columns, end * columns).map((machine, n) => {
          const at = first * columns + n;
          return (
            <li
              key={machine.id}
              // A change in a card needs no layout outside of it.
              className="absolute contain-layout contain-size contain-style"
              style={{
                top: Math.floor(at / columns) * rowHeight,
                insetInlineStart: (at % columns) * (cell + GAP),
                width: cell,
                height: rowHeight - GAP,
              }}
              aria-setsize={machines.length}
              aria-posinset={at + 1}
            >
              <MachineCard machine={machine} fallback={pictureOf(machine)} mine={machine.id === mine} onOpen={onOpen} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

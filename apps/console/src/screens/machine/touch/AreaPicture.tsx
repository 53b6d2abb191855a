/** The machine's picture with the areas over it: one is drawn where there is none, moved, and made larger by its corner. */
import { useEffect, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import type { TouchArea } from "@reelcast/contract/console";
import { cx } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";
import type { Box } from "./areas.ts";
import { useAreaDrag } from "./useAreaDrag.ts";
import type { AreaDragInput } from "./useAreaDrag.ts";

/** Width by height of the picture. Areas are parts of all of it: its room has its shape, so that nothing is cut off. */
function useAspect(room: RefObject<HTMLElement | null>): number {
  const [aspect, setAspect] = useState(16 / 9);
  useEffect(() => {
    const { current } = room;
    const measure = ({ target }: Event) => {
      if (target instanceof HTMLVideoElement && target.videoWidth > 0)
        setAspect(target.videoWidth / target.videoHeight);
    };
    current?.addEventListener("resize", measure, true);
    return () => current?.removeEventListener("resize", measure, true);
  }, [room]);
  return aspect;
}
const place = ({ x, y, width, height }: Box) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});

export interface AreaPictureProps extends AreaDragInput {
  areas: readonly TouchArea[];
  nameOf: (control: string) => string;
  /** The one that is being changed; null: none. */
  chosen: number | null;
  onChoose: (at: number) => void;
  /** The picture itself; fills the room. */
  children: ReactNode;
}
export function AreaPicture({ areas, nameOf, chosen, onChoose, children, ...changes }: AreaPictureProps) {
  const t = useT();
  const room = useRef<HTMLDivElement>(null);
  const aspect = useAspect(room);
  const { draft, handlers, begin } = useAreaDrag(room, changes);
  return (
    <div
      ref={room}
      dir="ltr"
      className="relative shrink-0 cursor-crosshair touch-none overflow-hidden rounded-md bg-sunken select-none"
      style={{ aspectRatio: aspect }}
      {...handlers}
    >
      {/* A press draws, and is not for the picture. */}
      <div className="pointer-events-none absolute inset-0 *:size-full">{children}</div>
      {areas.map((area, at) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- an area has no name of its own
          key={at}
          type="button"
          aria-pressed={at === chosen}
          aria-label={t("machine.touchArea", { name: nameOf(area.control), number: at + 1 })}
          className={cx(
            "absolute cursor-move overflow-hidden border-2 text-xs font-semibold text-white",
            at === chosen ? "z-10 border-gold bg-gold/25" : "border-white bg-black/30",
          )}
          style={place(area)}
          onClick={() => onChoose(at)}
          onPointerDown={(event) => {
            onChoose(at);
            begin(event, "move", at, area);
          }}
        >
          <span aria-hidden="true" className="absolute inset-x-0 top-0 truncate bg-black px-1">
            {nameOf(area.control)}
          </span>
          {at === chosen ? (
            <span
              aria-hidden="true"
              className="absolute end-0 bottom-0 size-4 cursor-nwse-resize bg-gold"
              onPointerDown={(event) => begin(event, "resize", at, area)}
            />
          ) : null}
        </button>
      ))}
      {draft ? (
        <div className="pointer-events-none absolute border-2 border-dashed border-gold" style={place(draft)} />
      ) : null}
    </div>
  );
}

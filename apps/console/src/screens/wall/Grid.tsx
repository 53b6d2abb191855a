/** The machines in a virtualised grid: a thousand scroll like twelve. Arrow keys move between them, Enter opens one. */
import { useState } from "react";
import type { KeyboardEvent } from "react";
import type { MachineTile } from "@reelcast/contract/console";
import { useT } from "../../i18n/index.ts";
import { Tile } from "./Tile.tsx";
import { useFocusWhenThere, useRows } from "./useRows.ts";
import type { GridShape } from "./useRows.ts";

const GAP = 10;
/** Smallest width of a tile, and the height of what stands below its picture, rem. */
const SHAPES = {
  pictures: { width: 12.5, words: 6.7, picture: 0.5625 },
  list: { width: 13.5, words: 8.4, picture: 0 },
} as const;
/** Below this width, rem, there is room for two. */
const NARROW = 28;
export type Density = keyof typeof SHAPES;

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

function shapeAt(density: Density, width: number): GridShape {
  const { width: smallest, words, picture } = SHAPES[density];
  const unit = rem();
  // Two next to each other on a phone.
  const least = width < NARROW * unit ? Math.min(smallest, (width - GAP) / 2 / unit) : smallest;
  const columns = Math.max(1, Math.floor((width + GAP) / (least * unit + GAP)));
  const tile = (width - GAP * (columns - 1)) / columns;
  return { columns, rowHeight: Math.round(tile * picture + words * unit) + GAP };
}
const SHAPE_OF: Readonly<Record<Density, (width: number) => GridShape>> = {
  pictures: (width) => shapeAt("pictures", width),
  list: (width) => shapeAt("list", width),
};

/** Where a key leads from that place; null: nowhere. */
function placeAfter(
  key: string,
  at: number,
  { columns, rowHeight, count }: { columns: number; rowHeight: number; count: number },
): number | null {
  const forward = document.dir === "rtl" ? -1 : 1;
  const page = columns * Math.max(1, Math.floor(innerHeight / rowHeight) - 1);
  const steps: Record<string, number> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -at,
    End: count - 1 - at,
    PageDown: page,
    PageUp: -page,
  };
  const step = steps[key];
  if (step === undefined) return null;
  const isBeyond = at + step < 0 || at + step >= count;
  // There is no machine in the next row.
  if (isBeyond && Math.abs(step) === columns && columns > 1) return at;
  return Math.min(count - 1, Math.max(0, at + step));
}

export interface GridProps {
  tiles: readonly MachineTile[];
  brands: ReadonlyMap<number, string>;
  density: Density;
  mayWatch: boolean;
  now: number;
}
export function Grid({ tiles, brands, density, mayWatch, now }: GridProps) {
  const t = useT();
  const shapeOf = SHAPE_OF[density];
  const { grid, columns, rowHeight, first, last, reveal } = useRows(shapeOf);
  /** The machine to which Tab leads. */
  const [active, setActive] = useState<number | null>(null);
  const at = Math.max(
    0,
    tiles.findIndex(({ id }) => id === active),
  );
  const find = () => grid.current?.querySelector<HTMLElement>(`[data-machine="${active}"]`) ?? null;
  const focusSoon = useFocusWhenThere(find);
  const onKeyDown = (event: KeyboardEvent) => {
    const index =
      event.ctrlKey || event.metaKey || event.altKey
        ? null
        : placeAfter(event.key, at, { columns, rowHeight, count: tiles.length });
    const next = index === null ? undefined : tiles[index];
    if (index === null || !next) return;
    event.preventDefault();
    setActive(next.id);
    reveal(Math.floor(index / columns));
    focusSoon(true);
  };
  const rows = Math.ceil(tiles.length / columns);
  const firstShown = Math.min(first, Math.max(0, rows - 1)) * columns;
  const shown = tiles.slice(firstShown, (last + 1) * columns);
  return (
    <div
      ref={grid}
      role="presentation"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const id = Number(target.closest<HTMLElement>("[data-machine]")?.dataset["machine"]);
        if (id > 0 && id !== active) setActive(id);
      }}
      className="relative"
      style={{ height: rows * rowHeight - GAP }}
    >
      <ul
        aria-label={t("wall.list")}
        className="absolute inset-x-0 grid"
        style={{
          top: Math.floor(firstShown / columns) * rowHeight,
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridAutoRows: `${rowHeight - GAP}px`,
          gap: GAP,
        }}
      >
        {shown.map((tile, index) => (
          <Tile
            key={tile.id}
            tile={tile}
            brand={brands.get(tile.brand) ?? ""}
            now={now}
            place={firstShown + index + 1}
            count={tiles.length}
            isTabStop={tile.id === (tiles[at]?.id ?? null)}
            mayWatch={mayWatch}
            withPicture={density === "pictures"}
          />
        ))}
      </ul>
    </div>
  );
}

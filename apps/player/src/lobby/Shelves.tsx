/** Above the grid: the machines at which the player has played lately, the open seat first, and the favourites. */
import { useId } from "react";
import type { ReactNode } from "react";
import type { Machine } from "@reelcast/contract";
import { HistoryIcon, StarIcon, cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { SeatAmount } from "../shell/Balance.tsx";
import { CardIcon } from "./CardIcon.tsx";
import { CardPicture } from "./CardPicture.tsx";
import type { GridProps } from "./Grid.tsx";
import { gamePath, lookOf } from "./look.ts";
import { SHELVES } from "./ShelfSpace.tsx";

/** Of one shelf. */
const MOST = 12;
const TILE_PIXELS = 80;

interface TileProps extends Pick<GridProps, "onOpen"> {
  machine: Machine;
  /** Picture of its brand, if its own can't be loaded. */
  fallback: string | null;
  /** The player has a session open there. */
  mine: boolean;
}
function Tile({ machine, fallback, mine, onOpen }: TileProps) {
  const t = useT();
  const { look, open, word } = lookOf(machine, mine);
  return (
    <a
      {...(open
        ? {
            href: gamePath(machine),
            onClick: ({ nativeEvent }) => onOpen(machine, nativeEvent),
          }
        : {})}
      className={cx(
        "flex h-full items-center gap-3 overflow-hidden rounded-md border bg-raised pe-3",
        mine ? "w-64 border-gold" : "w-52 border-line",
        open && "transition-colors hover:border-gold",
      )}
    >
      <span className="w-20 shrink-0 self-stretch overflow-hidden bg-sunken *:size-full">
        <CardPicture machine={machine} fallback={fallback} pixels={TILE_PIXELS * devicePixelRatio} />
      </span>
      <span className="min-w-0">
        <span className={cx("block truncate text-sm font-semibold", !open && "text-muted")}>{machine.name}</span>
        <span data-look={look} className="flex items-center gap-1.5 text-xs font-medium">
          <CardIcon look={look} />
          <span className="whitespace-nowrap">{t(word)}</span>
          {mine ? <SeatAmount /> : null}
        </span>
      </span>
    </a>
  );
}

interface ShelfProps {
  title: string;
  icon: ReactNode;
  empty: string;
  machines: readonly Machine[];
  tile: (machine: Machine) => ReactNode;
}
function Shelf({ title, icon, empty, machines, tile }: ShelfProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <h2 id={heading} className="flex items-center gap-2 text-sm font-semibold text-muted">
        {icon}
        {title}
      </h2>
      {machines.length === 0 ? (
        <p className="pt-0.5 text-sm text-muted">{empty}</p>
      ) : (
        // Can be scrolled with the keyboard also where none of them can be joined.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls can be focused
        <div role="group" aria-labelledby={heading} tabIndex={0} className="scroll-row -mx-3 px-3 pt-2 sm:mx-0 sm:px-0">
          <ul className="flex min-h-16 gap-2">
            {machines.map((machine) => (
              <li key={machine.id} className="shrink-0">
                {tile(machine)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

export interface ShelvesProps extends Pick<GridProps, "onOpen"> {
  machines: readonly Machine[];
  /** Ids, the last one first, the open seat before them. */
  played: readonly number[];
  /** Ids, newest first. */
  favourites: readonly number[];
  /** The machine at which the player has a session open. */
  mine: number | null;
  pictureOf: (machine: Machine) => string | null;
}
export default function Shelves({ machines, played, favourites, mine, pictureOf, onOpen }: ShelvesProps) {
  const t = useT();
  const byId = new Map(machines.map((machine) => [machine.id, machine]));
  const find = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []).slice(0, MOST);
  const tile = (machine: Machine) => (
    <Tile machine={machine} fallback={pictureOf(machine)} mine={machine.id === mine} onOpen={onOpen} />
  );
  return (
    <div className={SHELVES}>
      <Shelf
        title={t("lobby.recent")}
        icon={<HistoryIcon size={16} />}
        empty={t("lobby.recentEmpty")}
        machines={find(played)}
        tile={tile}
      />
      <Shelf
        title={t("lobby.favourites")}
        icon={<StarIcon size={16} />}
        empty={t("lobby.favouritesEmpty")}
        machines={find(favourites)}
        tile={tile}
      />
    </div>
  );
}

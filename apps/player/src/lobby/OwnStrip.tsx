/** Above the grid, in one strip: the open seat, the machines at which the player has played lately, and the marked ones. */
import { useEffect, useRef } from "react";
import type { Machine } from "@reelcast/contract";
import { HistoryIcon, StarIcon, cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { SeatAmount } from "../shell/Balance.tsx";
import { CardIcon } from "./CardIcon.tsx";
import { CardPicture } from "./CardPicture.tsx";
import type { GridProps } from "./Grid.tsx";
import { gamePath, lookOf } from "./look.ts";
import { watchStill } from "./watchStill.ts";

/** Of the ones played lately, and of the marked ones. */
const MOST = 12;
const TILE_PIXELS = 80;

interface TileProps extends Pick<GridProps, "onOpen"> {
  machine: Machine;
  /** Picture of its brand, if its own can't be loaded. */
  fallback: string | null;
  /** The player has a session open there. */
  mine: boolean;
  /** The player has played it lately; otherwise it is marked. */
  recent: boolean;
}
function Tile({ machine, fallback, mine, recent, onOpen }: TileProps) {
  const t = useT();
  const picture = useRef<HTMLSpanElement>(null);
  const { look, open, word } = lookOf(machine, { mine, isKnown: true });
  const { id, status, name } = machine;
  const isPlayed = status === "playing" || status === "bonus";
  useEffect(() => {
    if (isPlayed && picture.current) return watchStill(id, picture.current);
    return undefined;
  }, [id, isPlayed]);
  const Mark = recent ? HistoryIcon : StarIcon;
  return (
    <a
      {...(open
        ? {
            href: gamePath(machine),
            onClick: ({ nativeEvent }) => onOpen(machine, nativeEvent),
          }
        : {})}
      className={cx(
        "flex h-full items-center gap-2 overflow-hidden rounded-md border bg-raised pe-3",
        mine ? "w-60 border-gold" : "w-46 border-line",
        open && "transition-colors hover:border-gold",
      )}
    >
      <span
        ref={picture}
        className="own-picture relative w-16 shrink-0 self-stretch overflow-hidden bg-sunken *:size-full"
      >
        <CardPicture machine={machine} fallback={fallback} pixels={TILE_PIXELS * devicePixelRatio} />
      </span>
      <span className="min-w-0 leading-tight">
        <span className={cx("block truncate text-sm font-semibold", !open && "text-muted")}>{name}</span>
        <span data-look={look} className="flex items-center gap-1.5 text-xs font-medium">
          <CardIcon look={look} />
          <span className="whitespace-nowrap">{t(word)}</span>
          {mine ? <SeatAmount /> : <Mark size={12} className="ms-auto shrink-0 text-muted" />}
        </span>
      </span>
    </a>
  );
}

export interface OwnStripProps extends Pick<GridProps, "onOpen"> {
  machines: readonly Machine[];
  /** Ids, the last one first, the open seat before them. */
  played: readonly number[];
  /** Ids, newest first. */
  favourites: readonly number[];
  /** The machine at which the player has a session open. */
  mine: number | null;
  pictureOf: (machine: Machine) => string | null;
}
export default function OwnStrip({ machines, played, favourites, mine, pictureOf, onOpen }: OwnStripProps) {
  const t = useT();
  const byId = new Map(machines.map((machine) => [machine.id, machine]));
  const find = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []).slice(0, MOST);
  const recent = find(played);
  const marked = find(favourites).filter((machine) => !recent.includes(machine));
  if (recent.length + marked.length === 0) return null;
  return (
    // Can be scrolled with the keyboard also where none of them can be joined.
    <section
      aria-label={t("lobby.own")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls can be focused
      tabIndex={0}
      className="scroll-row -mx-3 px-3 pb-1.5 sm:mx-0 sm:px-0 sm:pb-4 across:shrink-0 across:pb-1.5"
    >
      <ul className="flex h-11 gap-2 roomy:h-14">
        {[...recent, ...marked].map((machine) => (
          <li key={machine.id} className="shrink-0">
            <Tile
              machine={machine}
              fallback={pictureOf(machine)}
              mine={machine.id === mine}
              recent={recent.includes(machine)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

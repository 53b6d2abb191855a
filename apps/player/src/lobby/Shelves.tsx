/** Above the grid: the machines at which the player has played lately, the open seat first, and the favourites. */
import type { Machine } from "@reelcast/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { ReactNode } from "react";
import { historyCall } from "../api/history.ts";
import { useT } from "../i18n/index.ts";
import { SeatAmount } from "../shell/Balance.tsx";
import { HistoryIcon, Skeleton, StarIcon, cx } from "../ui/index.ts";
import { CardPicture, lookOf } from "./MachineCard.tsx";
import type { MachineCardProps } from "./MachineCard.tsx";
import { slugOf } from "./list.ts";

/** Of one shelf. */
const MOST = 12;
/** Sessions that are read for them: a player often returns to the same machine. */
const SESSIONS = 50;
const TILE_PIXELS = 80;

/** Ids of the machines, the last one first. undefined: on its way. */
function useRecentlyPlayed(): readonly number[] | undefined {
  const { data, isError } = useQuery({
    queryKey: ["recentlyPlayed"],
    queryFn: async ({ signal }) => {
      const { items } = await historyCall("sessions", { query: { limit: SESSIONS } }, { signal });
      return [...new Set(items.map(({ machineId }) => machineId))];
    },
  });
  return data ?? (isError ? [] : undefined);
}

type TileProps = Omit<MachineCardProps, "pixels" | "favourite" | "onStar">;
function Tile({ machine, fallback, mine, onOpen }: TileProps) {
  const t = useT();
  const { look, open, word } = lookOf(machine, mine);
  return (
    <a
      {...(open
        ? {
            href: `/game/${machine.id}/${encodeURIComponent(slugOf(machine.name))}`,
            onClick: (event) => onOpen(machine, event),
          }
        : {})}
      className={cx(
        "flex h-full w-52 items-center gap-3 overflow-hidden rounded-md border bg-raised pe-3",
        mine ? "border-gold" : "border-line",
        open && "transition-colors hover:border-gold",
      )}
    >
      <span className="w-20 shrink-0 self-stretch overflow-hidden bg-sunken *:size-full">
        <CardPicture machine={machine} fallback={fallback} pixels={TILE_PIXELS * devicePixelRatio} />
      </span>
      <span className="min-w-0">
        <span className={cx("block truncate text-sm font-semibold", !open && "text-muted")}>{machine.name}</span>
        <span data-look={look} className="machine-icon flex items-center gap-1.5 text-xs font-medium">
          {t(word)}
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
  /** undefined: on their way. */
  machines: readonly Machine[] | undefined;
  tile: (machine: Machine) => ReactNode;
}
function Shelf({ title, icon, empty, machines, tile }: ShelfProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <h2 id={heading} className="flex items-center gap-2 pb-2 text-sm font-semibold text-muted">
        {icon}
        {title}
      </h2>
      {machines?.length === 0 ? (
        <p className="flex min-h-16 items-center rounded-md border border-dashed border-line px-4 py-2 text-sm text-muted">
          {empty}
        </p>
      ) : (
        // Can be scrolled with the keyboard also where none of them can be joined.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls can be focused
        <div role="group" aria-labelledby={heading} tabIndex={0} className="scroll-row -mx-3 px-3 lg:mx-0 lg:px-0">
          <ul className="flex min-h-16 gap-2">
            {machines === undefined
              ? [0, 1, 2].map((n) => <Skeleton key={n} className="w-52 shrink-0 rounded-md" />)
              : machines.map((machine) => (
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

export interface ShelvesProps extends Pick<MachineCardProps, "onOpen"> {
  /** undefined: on their way. */
  machines: readonly Machine[] | undefined;
  /** Ids, newest first. */
  favourites: readonly number[];
  /** The machine at which the player has a session open. */
  mine: number | null;
  pictureOf: (machine: Machine) => string | null;
}
export default function Shelves({ machines, favourites, mine, pictureOf, onOpen }: ShelvesProps) {
  const t = useT();
  const recent = useRecentlyPlayed();
  const byId = new Map(machines?.map((machine) => [machine.id, machine]));
  const find = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []).slice(0, MOST);
  const tile = (machine: Machine) => (
    <Tile machine={machine} fallback={pictureOf(machine)} mine={machine.id === mine} onOpen={onOpen} />
  );
  const played = mine === null ? recent : [mine, ...(recent ?? []).filter((id) => id !== mine)];
  return (
    <div className="grid gap-4 pb-5 lg:grid-cols-2 lg:gap-6">
      <Shelf
        title={t("lobby.recent")}
        icon={<HistoryIcon size={16} />}
        empty={t("lobby.recentEmpty")}
        machines={machines && played && find(played)}
        tile={tile}
      />
      <Shelf
        title={t("lobby.favourites")}
        icon={<StarIcon size={16} />}
        empty={t("lobby.favouritesEmpty")}
        machines={machines && find(favourites)}
        tile={tile}
      />
    </div>
  );
}

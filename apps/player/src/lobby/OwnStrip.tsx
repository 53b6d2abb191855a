/** Above the grid, in one strip: the open seat, the machines at which the player has played lately, and the marked ones. */
import { Suspense, useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { LastSeat, Machine } from "@reelcast/contract";
import { HistoryIcon, Money, StarIcon, cx, useMoney } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { SeatAmount } from "../shell/Balance.tsx";
import { OwnMoney, useOwnMoneyText } from "../shell/ownMoney.tsx";
import { CardIcon } from "./CardIcon.tsx";
import { CardPicture } from "./CardPicture.tsx";
import type { GridProps } from "./Grid.tsx";
import { gamePath, lookOf } from "./look.ts";
import { pictureDensity } from "./pictureDensity.ts";
import { useLivingCards } from "./useLivingCards.ts";
import { watchStill } from "./watchStill.ts";

const SitAsBefore = lazyPart(() => import("./SitAsBefore.tsx"), "game", "gameParts");

/** Of the ones played lately, and of the marked ones. */
const MOST = 12;
const TILE_PIXELS = 80;

/** How the player sat at each machine the last time, by its id; none until it is known. */
function useLastSeats(): ReadonlyMap<number, LastSeat> {
  const { data } = useQuery({
    queryKey: ["lastSeats"],
    queryFn: async ({ signal }) => {
      const { historyCall } = await import("../api/history.ts");
      return (await historyCall("lastSeats", {}, { signal })).seats;
    },
  });
  return new Map(data?.map((seat) => [seat.machineId, seat]));
}

/** To sit down as the last time: joined to the end of a tile. */
function AsBefore({ machine, seat, onAsk }: { machine: Machine; seat: LastSeat; onAsk: () => void }) {
  const t = useT();
  const money = useMoney();
  const ownMoney = useOwnMoneyText();
  const name = { name: machine.name, amount: ownMoney(seat.amount, true), bet: money(seat.bet) };
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t("lobby.asBefore", name)}
      title={t("lobby.asBefore", name)}
      onClick={onAsk}
      className="flex h-full min-w-18 flex-col items-center justify-center rounded-e-md border border-s-0 border-line bg-lifted px-2.5 text-xs leading-tight transition-colors hover:border-gold"
    >
      <span className="text-sm font-semibold text-cash">
        <OwnMoney minor={seat.amount} short />
      </span>
      <span className="text-muted">
        <Money minor={seat.bet} />
      </span>
    </button>
  );
}

interface TileProps extends Pick<GridProps, "onOpen"> {
  machine: Machine;
  /** Picture of its brand, if its own can't be loaded. */
  fallback: string | null;
  /** The player has a session open there. */
  mine: boolean;
  /** The player has played it lately; otherwise it is marked. */
  recent: boolean;
  /** Something is joined to its end. */
  joined: boolean;
}
function Tile({ machine, fallback, mine, recent, joined, onOpen }: TileProps) {
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
      data-machine={id}
      draggable={false}
      className={cx(
        "own-card flex h-full items-center gap-2 overflow-hidden border bg-raised pe-3",
        joined ? "rounded-s-md" : "rounded-md",
        mine ? "w-60 border-gold" : "w-46 border-line",
        open && "transition-colors hover:border-gold",
      )}
    >
      <span
        ref={picture}
        className="own-picture relative w-16 shrink-0 self-stretch overflow-hidden bg-sunken *:size-full"
      >
        <CardPicture machine={machine} fallback={fallback} pixels={TILE_PIXELS * pictureDensity()} />
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
export default function OwnStrip({ played, favourites, ...props }: OwnStripProps) {
  const byId = new Map(props.machines.map((machine) => [machine.id, machine]));
  const find = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []).slice(0, MOST);
  const recent = find(played);
  const marked = find(favourites).filter((machine) => !recent.includes(machine));
  return recent.length + marked.length === 0 ? null : <Strip {...{ byId, recent, marked, ...props }} />;
}

interface StripProps extends Pick<OwnStripProps, "mine" | "pictureOf" | "onOpen"> {
  byId: ReadonlyMap<number, Machine>;
  recent: readonly Machine[];
  marked: readonly Machine[];
}
function Strip({ byId, recent, marked, mine, pictureOf, onOpen }: StripProps) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  useLivingCards(list, (element) => byId.get(Number(element.closest("[data-machine]")?.getAttribute("data-machine"))));
  const seats = useLastSeats();
  const [asked, setAsked] = useState<number | null>(null);
  const seatAt = (machine: Machine | undefined): LastSeat | undefined =>
    machine && machine.id !== mine && lookOf(machine, { mine: false, isKnown: true }).open
      ? seats.get(machine.id)
      : undefined;
  const machine = asked === null ? undefined : byId.get(asked);
  const seat = seatAt(machine);
  // The question does not come back by itself when the machine is free again.
  if (asked !== null && !seat) setAsked(null);
  return (
    // Can be scrolled with the keyboard also where none of them can be joined.
    <section
      aria-label={t("lobby.own")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls can be focused
      tabIndex={0}
      className="scroll-row -mx-3 px-3 pb-1.5 sm:mx-0 sm:px-0 sm:pb-4 across:shrink-0 across:pb-1.5"
    >
      <ul ref={list} className="flex h-11 gap-2 roomy:h-14">
        {[...recent, ...marked].map((one) => {
          const last = seatAt(one);
          return (
            <li key={one.id} className="flex shrink-0">
              <Tile
                machine={one}
                fallback={pictureOf(one)}
                mine={one.id === mine}
                recent={recent.includes(one)}
                joined={last !== undefined}
                onOpen={onOpen}
              />
              {last ? <AsBefore machine={one} seat={last} onAsk={() => setAsked(one.id)} /> : null}
            </li>
          );
        })}
      </ul>
      {machine && seat ? (
        <Suspense>
          <SitAsBefore
            machine={machine}
            seat={seat}
            onClose={() => setAsked(null)}
            onConfirm={(event) => {
              setAsked(null);
              onOpen(machine, event, seat);
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

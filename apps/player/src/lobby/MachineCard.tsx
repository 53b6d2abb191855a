/** One machine: picture, name, and its status as colour, icon and word. A card is one link, or says why it is none. */
import type { Machine, MachineStatus } from "@reelcast/contract";
import { memo, useState } from "react";
import type { MouseEvent } from "react";
import { useT } from "../i18n/index.ts";
import type { TextKey } from "../i18n/index.ts";
import { SeatAmount } from "../shell/Balance.tsx";
import { cx, useMoney } from "../ui/index.ts";
import { CardIcon } from "./CardIcon.tsx";
import type { CardLook } from "./CardIcon.tsx";
import { brandNameOf, isReserved, sizedPicture, slugOf } from "./list.ts";
import { useGameName } from "./useGameName.ts";
import { Still } from "./Still.tsx";
import "./cards.css";

/** Addresses of pictures that this page has loaded. */
const loaded = new Set<string>();

interface PictureProps {
  machine: Machine;
  /** Picture of its brand, if its own can't be loaded. */
  fallback: string | null;
  /** Width in pixels of the screen. */
  pixels: number;
}
export function CardPicture({ machine, fallback, pixels }: PictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const own = machine.image ? sizedPicture(machine.image, pixels) : "";
  const source = [own, fallback ?? ""].find((one) => one !== "" && !failed.includes(one));
  if (source === undefined) return <span className="block aspect-4/3 bg-sunken" />;
  return (
    <img
      // An image keeps its old picture until the new one is loaded: of another machine, here.
      key={loaded.has(source) ? "" : source}
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      onLoad={() => loaded.add(source)}
      onError={() => setFailed([...failed, source])}
      className={cx("aspect-4/3 w-full bg-sunken", source === own ? "object-cover" : "object-contain p-6")}
    />
  );
}

interface Look {
  look: CardLook;
  /** Whether a press leads to the machine. */
  open: boolean;
  word: TextKey;
  /** Why it can't be joined, or what is special about it. */
  why: TextKey | null;
}
export function lookOf(machine: Machine, mine: boolean): Look {
  if (mine) return { look: "mine", open: true, word: "lobby.status_mine", why: "lobby.why_mine" };
  if (isReserved(machine)) return { look: "reserved", open: false, word: "lobby.reserved", why: "lobby.why_reserved" };
  const { status } = machine;
  if (status === "available") {
    const word = machine.reservation ? "lobby.reservedMine" : "lobby.status_available";
    return { look: status, open: true, word, why: null };
  }
  return { look: status, open: false, word: `lobby.status_${status}`, why: `lobby.why_${status}` };
}

export interface MachineCardProps {
  machine: Machine;
  /** Picture of its brand, if its own can't be loaded. */
  fallback: string | null;
  /** Width of its picture, in pixels of the screen. */
  pixels: number;
  /** The player has a session open there. */
  mine: boolean;
  /** Whether the player has marked it. */
  favourite: boolean;
  /** The card was pressed. The same function at each render. */
  onOpen: (machine: Machine, event: MouseEvent) => void;
  /** The mark was pressed. The same function at each render. */
  onStar: (machineId: number) => void;
}

const IN_PLAY: readonly MachineStatus[] = ["playing", "bonus"];

// A plain anchor (without an address where it leads nowhere): the router's own costs more than all else in a card, and
// the elements stay the same when a card gets another status or another machine. So there are few.
export const MachineCard = memo(function MachineCard(props: MachineCardProps) {
  const { machine, fallback, pixels, mine, favourite, onOpen, onStar } = props;
  const t = useT();
  const money = useMoney();
  const gameName = useGameName();
  const { look, open, word, why } = lookOf(machine, mine);
  const note = why !== null ? t(why) : machine.minBet ? t("lobby.minBet", { amount: money(machine.minBet, true) }) : "";
  return (
    <>
      <a
        {...(open
          ? {
              href: `/game/${machine.id}/${encodeURIComponent(slugOf(machine.name))}`,
              onClick: (event: MouseEvent) => onOpen(machine, event),
            }
          : {})}
        className={cx(
          // No shadow and no opacity: a browser would draw each card on a layer of its own.
          "relative flex h-full flex-col overflow-hidden rounded-lg border bg-raised",
          mine ? "border-gold" : "border-line",
          // No transition: it would run whenever a reused card becomes a link, and paint every frame of scrolling.
          open && "hover:-translate-y-0.5 hover:border-gold",
        )}
      >
        <CardPicture machine={machine} fallback={fallback} pixels={pixels} />
        {IN_PLAY.includes(machine.status) ? <Still id={machine.id} /> : null}
        <span className={cx("truncate px-3 pt-3 font-semibold", !open && "text-muted")}>{machine.name}</span>
        <span className="truncate px-3 pt-0.5 text-xs text-muted">
          {machine.game ? `${brandNameOf(machine)} · ${gameName(machine.game)}` : brandNameOf(machine)}
        </span>
        <span data-look={look} className="flex items-center gap-1.5 px-3 pt-1.5 text-sm font-medium">
          <CardIcon look={look} />
          {t(word)}
          {mine ? <SeatAmount /> : null}
        </span>
        <span className="truncate px-3 pt-0.5 text-xs text-muted">{note}</span>
        {machine.hot ? (
          <span
            title={t("lobby.hotLong")}
            data-look="hot"
            className="absolute end-2 top-2 flex items-center gap-1 rounded-full bg-surface/85 px-2 py-1 text-xs font-semibold"
          >
            <CardIcon look="hot" />
            {t("lobby.hot")}
          </span>
        ) : null}
      </a>
      <button
        type="button"
        aria-label={t("lobby.favourite", { name: machine.name })}
        aria-pressed={favourite}
        onClick={() => onStar(machine.id)}
        className="machine-star absolute start-[6px] top-[6px] grid size-11 place-items-center"
      />
    </>
  );
});

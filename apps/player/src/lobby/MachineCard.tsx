/** One machine: picture, name, and its status as colour, icon and word. A card is one link, or says why it is none. */
import type { Machine, MachineStatus } from "@reelcast/contract";
import { memo, useState } from "react";
import type { ComponentType, MouseEvent } from "react";
import { useT } from "../i18n/index.ts";
import type { TextKey } from "../i18n/index.ts";
import {
  CashOutIcon,
  CheckIcon,
  ClockIcon,
  FlameIcon,
  LockIcon,
  OfflineIcon,
  PlayIcon,
  QuestionIcon,
  StarIcon,
  WrenchIcon,
  cx,
  useMoney,
} from "../ui/index.ts";
import type { IconProps } from "../ui/index.ts";
import { brandNameOf, isReserved, slugOf } from "./list.ts";

const LOOKS: Record<MachineStatus, { icon: ComponentType<IconProps>; colour: string }> = {
  available: { icon: CheckIcon, colour: "text-success" },
  waiting: { icon: ClockIcon, colour: "text-warning" },
  playing: { icon: PlayIcon, colour: "text-info" },
  bonus: { icon: StarIcon, colour: "text-bonus" },
  cashout: { icon: CashOutIcon, colour: "text-warning" },
  error: { icon: WrenchIcon, colour: "text-error" },
  offline: { icon: OfflineIcon, colour: "text-muted" },
  unknown: { icon: QuestionIcon, colour: "text-muted" },
};

function Picture({ machine, fallback }: { machine: Machine; fallback: string | null }) {
  const sources = [machine.image, fallback].filter(
    (source): source is string => typeof source === "string" && source !== "",
  );
  const [failed, setFailed] = useState(0);
  const source = sources[failed];
  return (
    <div className="aspect-4/3 overflow-hidden bg-sunken">
      {source === undefined ? null : (
        <img
          src={source}
          alt=""
          width={480}
          height={360}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(failed + 1)}
          className={cx("size-full", source === machine.image ? "object-cover" : "object-contain p-6")}
        />
      )}
    </div>
  );
}

interface Look {
  icon: ComponentType<IconProps>;
  colour: string;
  /** Whether a press leads to the machine. */
  open: boolean;
  word: TextKey;
  /** Why it can't be joined, or what is special about it. */
  why: TextKey | null;
}
function lookOf(machine: Machine, mine: boolean): Look {
  if (mine)
    return { icon: PlayIcon, colour: "text-gold", open: true, word: "lobby.status_mine", why: "lobby.why_mine" };
  if (isReserved(machine))
    return { icon: LockIcon, colour: "text-warning", open: false, word: "lobby.reserved", why: "lobby.why_reserved" };
  const { status } = machine;
  if (status === "available")
    return {
      ...LOOKS.available,
      open: true,
      word: machine.reservation ? "lobby.reservedMine" : "lobby.status_available",
      why: null,
    };
  return { ...LOOKS[status], open: false, word: `lobby.status_${status}`, why: `lobby.why_${status}` };
}

export interface MachineCardProps {
  machine: Machine;
  /** Picture of its brand, if its own can't be loaded. */
  fallback: string | null;
  /** The player has a session open there. */
  mine: boolean;
  /** The card was pressed. The same function at each render. */
  onOpen: (machine: Machine, event: MouseEvent) => void;
}

// A plain anchor: the router's own costs more than all else in a card, and rows of them appear while scrolling.
export const MachineCard = memo(function MachineCard({ machine, fallback, mine, onOpen }: MachineCardProps) {
  const t = useT();
  const money = useMoney();
  const { icon: Icon, colour, open, word, why } = lookOf(machine, mine);
  const note = why !== null ? t(why) : machine.minBet ? t("lobby.minBet", { amount: money(machine.minBet, true) }) : "";
  const inside = (
    <>
      <Picture key={`${machine.image} ${fallback}`} machine={machine} fallback={fallback} />
      {machine.hot ? (
        <span
          title={t("lobby.hotLong")}
          className="absolute end-2 top-2 inline-flex items-center gap-1 rounded-full bg-surface/85 px-2 py-1 text-xs font-semibold text-hot"
        >
          <FlameIcon size={16} fill="currentColor" />
          {t("lobby.hot")}
        </span>
      ) : null}
      <div className="flex flex-col gap-0.5 p-3">
        <span className="truncate font-semibold">{machine.name}</span>
        <span className="truncate text-xs text-muted">{brandNameOf(machine)}</span>
        <span className={cx("mt-1 inline-flex items-center gap-1.5 text-sm font-medium", colour)}>
          <Icon size={16} />
          {t(word)}
        </span>
        <span className="truncate text-xs text-muted">{note}</span>
      </div>
    </>
  );
  const frame =
    "relative block h-full overflow-hidden rounded-lg border border-line bg-raised text-start shadow-raised";
  return open ? (
    <a
      href={`/game/${machine.id}/${encodeURIComponent(slugOf(machine.name))}`}
      onClick={(event) => onOpen(machine, event)}
      className={cx(
        frame,
        mine && "border-gold",
        "transition-[translate,border-color] hover:-translate-y-0.5 hover:border-gold",
      )}
    >
      {inside}
    </a>
  ) : (
    <div className={cx(frame, "opacity-75")}>{inside}</div>
  );
});

/** One machine on the wall: what it does, who plays, what waits for a person. */
import { Link } from "@tanstack/react-router";
import { memo, useEffect, useRef, useState } from "react";
import type { MachineTile } from "@reelcast/contract/console";
import { Money, cx, useMoney } from "@reelcast/ui";
import { formatDuration } from "../../floor/duration.ts";
import { NEED_ICONS, STATE_LOOKS, needTone } from "../../floor/looks.ts";
import { Picture } from "../../floor/Picture.tsx";
import { useT } from "../../i18n/index.ts";
import type { Translate } from "../../i18n/index.ts";

/** A pointer or the focus that stays for so long wants to see the machine live. */
const LIVE_AFTER_MS = 700;

/** True once a pointer or the focus has stayed. */
function useLooking(may: boolean) {
  const [looking, setLooking] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = () => {
    clearTimeout(timer.current);
    if (may) timer.current = setTimeout(() => setLooking(true), LIVE_AFTER_MS);
  };
  const end = () => {
    clearTimeout(timer.current);
    setLooking(false);
  };
  return { looking, begin, end };
}

/** For screen readers: everything that the tile shows, in one sentence. */
function describe(
  tile: MachineTile,
  brand: string,
  now: number,
  t: Translate,
  money: (minor: number) => string,
): string {
  const { name, state, need, player, credit } = tile;
  const since = need?.since ?? null;
  return [
    name,
    brand,
    t(`floor.state_${state}`),
    need ? t(`floor.need_${need.what}`) : "",
    since === null ? "" : t("floor.since", { time: formatDuration(now - since, t) }),
    player ? t("floor.playerIs", { name: player.name }) : "",
    credit > 0 ? t("floor.creditIs", { amount: money(credit) }) : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function NeedBand({ need, now }: { need: NonNullable<MachineTile["need"]>; now: number }) {
  const t = useT();
  const Icon = NEED_ICONS[need.what];
  return (
    <div className={cx("tile-need", needTone(need.what))}>
      <Icon size="1.15em" className="shrink-0" />
      <span className="min-w-0 grow truncate font-semibold">{t(`floor.need_${need.what}`)}</span>
      {need.since === null ? null : <span className="figures shrink-0">{formatDuration(now - need.since, t)}</span>}
    </div>
  );
}

interface TileContentProps {
  tile: MachineTile;
  brand: string;
  /** ms, for ages. */
  now: number;
  withPicture: boolean;
  /** Shows the live picture in place of the still. */
  live: boolean;
}
export function TileContent({ tile, brand, now, withPicture, live }: TileContentProps) {
  const t = useT();
  const money = useMoney();
  const { state, need, player, credit, lastGame } = tile;
  const { icon: Icon, text, edge } = STATE_LOOKS[state];
  return (
    <>
      <span className="sr-only">{describe(tile, brand, now, t, money)}</span>
      <div aria-hidden="true" className="contents">
        <span className={cx("tile-edge", edge)} />
        {withPicture ? <Picture machine={tile} live={live} /> : null}
        <div className="tile-need-room">{need ? <NeedBand need={need} now={now} /> : null}</div>
        <div className="tile-words">
          <div className="flex items-baseline gap-2">
            <span className="min-w-0 grow truncate font-semibold">{tile.name}</span>
            <span className="figures shrink-0 text-muted tile-small">{tile.id}</span>
          </div>
          <div className={cx("flex items-center gap-1.5 tile-small", text)}>
            <Icon size="1.1em" className="shrink-0" />
            <span className="truncate font-medium">{t(`floor.state_${state}`)}</span>
          </div>
          <div className="flex items-baseline gap-2">
            <span className="min-w-0 grow truncate text-muted tile-small">{player ? player.name : brand}</span>
            {credit > 0 ? <Money minor={credit} className="font-semibold" /> : null}
          </div>
          <div className="truncate text-muted tile-small">
            {lastGame ? t("floor.lastGame", { bet: money(lastGame.bet), win: money(lastGame.win) }) : "\u00a0"}
          </div>
        </div>
      </div>
    </>
  );
}

export interface TileProps extends Omit<TileContentProps, "live"> {
  /** Its place in the list, from 1, and the list's length: most machines are not in the document. */
  place: number;
  count: number;
  /** Tab leads to it; arrow keys lead to the others. */
  isTabStop: boolean;
  mayWatch: boolean;
}
/** All of it is one link to the machine. */
export const Tile = memo(function Tile({ place, count, isTabStop, mayWatch, ...content }: TileProps) {
  const { tile, withPicture } = content;
  const { looking, begin, end } = useLooking(mayWatch && withPicture && tile.online);
  return (
    <li aria-setsize={count} aria-posinset={place} className="min-w-0">
      <Link
        to="/machine/$id"
        params={{ id: String(tile.id) }}
        data-machine={tile.id}
        tabIndex={isTabStop ? 0 : -1}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && begin()}
        onPointerLeave={end}
        onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && begin()}
        onBlur={end}
        preload={false}
        className="tile"
      >
        <TileContent {...content} live={looking} />
      </Link>
    </li>
  );
});

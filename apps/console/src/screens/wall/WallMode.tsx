/**
 * The wall on a big screen: no controls, letters that are read from three metres, and the screen stays on. What waits for a person
 * is always in sight; the other machines come in pages, one after the other. Escape or a press ends it.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { MachineTile } from "@reelcast/contract/console";
import { OfflineIcon, useWakeLock } from "@reelcast/ui";
import { useLink } from "../../api/live.ts";
import { useLanguage, useT } from "../../i18n/index.ts";
import { useNow } from "../../shell/useNow.ts";
import { useOnline } from "../../shell/useOnline.ts";
import { NEED_ICONS, needTone } from "../../floor/looks.ts";
import { formatDuration } from "../../floor/duration.ts";
import { Tile } from "./Tile.tsx";
import { countGroups } from "./order.ts";
import { pageOf, shapeOf } from "./pages.ts";
import type { WallShape } from "./pages.ts";

const PAGE_MS = 12_000;

export interface WallModeProps {
  /** In the wall's order. */
  tiles: readonly MachineTile[];
  brands: ReadonlyMap<number, string>;
  onEnd: () => void;
}

function useFullscreen(onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    let entered = false;
    // Without it, as on an iPhone, the wall covers the page alone.
    document.documentElement.requestFullscreen?.().then(
      () => {
        entered = true;
      },
      () => {},
    );
    const onChange = () => {
      if (entered && document.fullscreenElement === null) end();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") end();
    };
    document.addEventListener("fullscreenchange", onChange);
    addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      removeEventListener("keydown", onKey);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
}

function Headline({ tiles, now }: { tiles: readonly MachineTile[]; now: number }) {
  const t = useT();
  const language = useLanguage();
  const { state } = useLink();
  const online = useOnline();
  const counts = countGroups(tiles);
  const time = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { hour: "2-digit", minute: "2-digit" }).format(now);
  return (
    <div className="flex items-baseline gap-[1.5em] text-[1.5em]">
      <span className="figures font-semibold">{time}</span>
      {(["inPlay", "free", "outOfPlay"] as const).map((group) => (
        <span key={group} className="text-muted">
          {t(`wall.group_${group}`)} <span className="figures font-semibold text-text">{counts[group]}</span>
        </span>
      ))}
      {online && state !== "away" ? null : (
        <span className="ms-auto flex items-center gap-2 text-warning">
          <OfflineIcon size="1em" />
          {t("wall.old")}
        </span>
      )}
    </div>
  );
}

/** The most urgent needs, as large as can be. */
function Needs({ tiles, now }: { tiles: readonly MachineTile[]; now: number }) {
  const t = useT();
  if (tiles.length === 0) return null;
  return (
    <ul aria-label={t("wall.group_needed")} className="flex flex-wrap gap-[0.5em] text-[1.5em]">
      {tiles.map(({ id, name, need }) => {
        if (!need) return null;
        const Icon = NEED_ICONS[need.what];
        return (
          <li
            key={id}
            className={`flex items-center gap-[0.5em] rounded-lg px-[0.75em] py-[0.4em] ${needTone(need.what)}`}
          >
            <Icon size="1em" />
            <span className="font-semibold">{name}</span>
            <span>{t(`floor.need_${need.what}`)}</span>
            {need.since === null ? null : <span className="figures">{formatDuration(now - need.since, t)}</span>}
          </li>
        );
      })}
    </ul>
  );
}

export default function WallMode({ tiles, brands, onEnd }: WallModeProps) {
  const t = useT();
  const now = useNow(1_000);
  const room = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState<WallShape>({ columns: 1, rows: 1 });
  const [turn, setTurn] = useState(0);
  useFullscreen(onEnd);
  useWakeLock(true);
  useEffect(() => {
    const timer = setInterval(() => setTurn((one) => one + 1), PAGE_MS);
    return () => clearInterval(timer);
  }, []);
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    const measure = () => setShape(shapeOf(element.clientWidth, element.clientHeight, tiles.length));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [tiles.length]);
  const { shown, page, pages } = pageOf(tiles, shape, turn);
  const needing = tiles.filter(({ need }) => need !== null && need.what !== "outOfOrder").slice(0, 6);
  return (
    <div
      role="region"
      aria-label={t("wall.wallMode")}
      data-modal=""
      className="fixed inset-0 z-40 flex cursor-none flex-col gap-[1em] overflow-hidden bg-surface p-[1.5em] text-[clamp(14px,1.1vw,40px)]"
    >
      <button
        type="button"
        onClick={onEnd}
        className="absolute inset-0 z-10 cursor-none opacity-0 focus-visible:opacity-100"
      >
        <span className="rounded-md bg-raised px-4 py-2">{t("wall.endWallMode")}</span>
      </button>
      <Headline tiles={tiles} now={now} />
      <Needs tiles={needing} now={now} />
      <div ref={room} className="min-h-0 grow">
        <ul
          aria-label={t("wall.list")}
          className="tiles-large grid h-full gap-[0.75em]"
          style={{
            gridTemplateColumns: `repeat(${shape.columns}, minmax(0, 1fr))`,
            gridTemplateRows: `repeat(${shape.rows}, minmax(0, 1fr))`,
          }}
        >
          {shown.map((tile, index) => (
            <Tile
              key={tile.id}
              tile={tile}
              brand={brands.get(tile.brand) ?? ""}
              now={now}
              place={page * shape.columns * shape.rows + index + 1}
              count={tiles.length}
              isTabStop={false}
              mayWatch={false}
              withPicture={shape.columns <= 6}
            />
          ))}
        </ul>
      </div>
      {pages > 1 ? <p className="text-center text-muted">{t("wall.page", { page: page + 1, pages })}</p> : null}
    </div>
  );
}

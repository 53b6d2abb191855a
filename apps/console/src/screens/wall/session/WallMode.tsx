/**
 * The wall on a big screen: no controls in sight, and letters that are read from three metres. What waits for a person is always in
 * sight; the other machines come in pages, one after the other. Nothing here leads to another screen.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { MachineTile } from "@reelcast/contract/console";
import { Button, FullscreenIcon, MutedIcon, OfflineIcon, cx, useNow, useOnline } from "@reelcast/ui";
import { call } from "../../../api/index.ts";
import { useLink } from "../../../api/live.ts";
import { useLanguage, useT } from "../../../i18n/index.ts";
import { session } from "../../../session/store.ts";
import { Confirm } from "../../../shell/Confirm.tsx";
import { NEED_ICONS, needTone } from "../../../floor/looks.ts";
import { formatDuration } from "../../../floor/duration.ts";
import { TileContent } from "../Tile.tsx";
import { enterFullscreen, useFullscreen } from "../fullscreen.ts";
import { countGroups } from "../order.ts";
import { pageOf, shapeOf } from "../pages.ts";
import type { WallShape } from "../pages.ts";

const PAGE_MS = 12_000;
/** So long the controls stay after the last move. */
const SHOWN_MS = 4_000;

export interface WallModeProps {
  /** In the wall's order. */
  tiles: readonly MachineTile[];
  brands: ReadonlyMap<number, string>;
  /** The sound is switched on, and the browser keeps it silent. */
  soundBlocked: boolean;
}

/** What can be done here stays out of sight until somebody moves the pointer or uses the keyboard. */
function Controls() {
  const t = useT();
  const isFull = useFullscreen();
  const [areShown, setShown] = useState(false);
  const [ending, setEnding] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      setShown(true);
      clearTimeout(timer);
      timer = setTimeout(() => setShown(false), SHOWN_MS);
    };
    for (const event of ["pointermove", "pointerdown", "keydown"] as const) addEventListener(event, show);
    return () => {
      clearTimeout(timer);
      for (const event of ["pointermove", "pointerdown", "keydown"] as const) removeEventListener(event, show);
    };
  }, []);
  async function end(): Promise<void> {
    await call("signOut", { body: {} });
    session.end();
  }
  return (
    <>
      <div
        className={cx(
          "absolute end-[1.5em] top-[1.5em] z-10 flex gap-2 rounded-lg bg-raised p-2 shadow-lg focus-within:opacity-100",
          !areShown && "wall-asleep opacity-0",
        )}
      >
        {isFull || !document.fullscreenEnabled ? null : (
          <Button icon={<FullscreenIcon size={20} />} onClick={enterFullscreen}>
            {t("wall.fullScreen")}
          </Button>
        )}
        <Button onClick={() => setEnding(true)}>{t("wall.endWallMode")}</Button>
      </div>
      {ending ? (
        <Confirm
          title={t("wall.endWallMode")}
          effects={[t("wall.endText")]}
          action={t("wall.endWallMode")}
          run={end}
          onClose={() => setEnding(false)}
        />
      ) : null}
    </>
  );
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

export default function WallMode({ tiles, brands, soundBlocked }: WallModeProps) {
  const t = useT();
  const now = useNow(1_000);
  const room = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState<WallShape>({ columns: 1, rows: 1 });
  const [turn, setTurn] = useState(0);
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
    <div className="absolute inset-0 flex flex-col gap-[1em] p-[1.5em] text-[clamp(14px,1.1vw,40px)]">
      <Headline tiles={tiles} now={now} />
      {soundBlocked ? (
        <p role="status" className="flex items-center gap-2 text-warning">
          <MutedIcon size="1em" />
          {t("wall.soundBlocked")}
        </p>
      ) : null}
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
            <li
              key={tile.id}
              aria-setsize={tiles.length}
              aria-posinset={page * shape.columns * shape.rows + index + 1}
              className="min-w-0"
            >
              <div className="tile">
                <TileContent
                  tile={tile}
                  brand={brands.get(tile.brand) ?? ""}
                  now={now}
                  withPicture={shape.columns <= 6}
                  live={false}
                />
              </div>
            </li>
          ))}
        </ul>
      </div>
      <Controls />
      {pages > 1 ? <p className="text-center text-muted">{t("wall.page", { page: page + 1, pages })}</p> : null}
    </div>
  );
}

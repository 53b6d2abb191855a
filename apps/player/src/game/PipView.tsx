/** What the picture's own window shows: the video, the meters, and the way back. */
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { createPortal } from "react-dom";
import { Button, cx } from "@reelcast/ui";
import { watchShown } from "@reelcast/whep";
import type { Playing, Shown } from "@reelcast/whep";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { useShownWin } from "./celebration/useShownWin.ts";
import { SteadyMoney } from "./SteadyMoney.tsx";

export interface PipViewProps {
  open: boolean;
  /** null: closed. */
  window: Window | null;
  view: SeatView;
  /** The video of the game screen. */
  video: RefObject<HTMLVideoElement | null>;
  onBack: () => void;
}

/** The same stream in another element; it changes with each new connection. Answers what that element shows. */
function useSameStream(copy: RefObject<HTMLVideoElement | null>, original: RefObject<HTMLVideoElement | null>) {
  const [shown, setShown] = useState<Shown>({ kind: "nothing" });
  const playing = useRef<Playing | null>(null);
  useEffect(() => {
    const [to, from] = [copy.current, original.current];
    if (!to || !from) return;
    // This window is seen, whether the page of the game is or not.
    const watched = watchShown(to, { onShown: setShown, page: null });
    playing.current = watched;
    const follow = () => {
      if (to.srcObject !== from.srcObject) to.srcObject = from.srcObject;
      watched.play();
    };
    follow();
    const changes = ["loadedmetadata", "emptied", "playing"];
    for (const change of changes) from.addEventListener(change, follow);
    return () => {
      for (const change of changes) from.removeEventListener(change, follow);
      watched.stop();
      to.srcObject = null;
    };
  }, [copy, original]);
  return { shown, play: () => playing.current?.play() };
}

interface PipContentProps extends Pick<PipViewProps, "view" | "video" | "onBack"> {
  window: Window;
}
function PipContent({ window: own, view, video, onBack }: PipContentProps) {
  const t = useT();
  const { meters, connection } = view;
  const win = useShownWin(view, own);
  const copy = useRef<HTMLVideoElement>(null);
  const { shown, play } = useSameStream(copy, video);
  const entries = [
    [t("game.credit"), meters?.credit ?? 0],
    [t("game.bet"), meters?.bet ?? 0],
    [t("game.win"), win.amount],
  ] as const;
  const live = connection.kind === "live";
  return (
    <main className="grid h-dvh grid-rows-[minmax(0,1fr)_auto_auto] gap-1.5 bg-surface p-1.5 text-text">
      <div className="relative grid min-h-0 place-items-center">
        <video
          ref={copy}
          muted
          playsInline
          aria-label={t("game.video")}
          data-state={shown.kind}
          className={cx(
            "absolute size-full bg-black object-contain",
            (!live || shown.kind === "still") && "opacity-40 grayscale",
          )}
        />
        {shown.kind === "waiting" ? (
          <Button className="relative" onClick={play}>
            {t("gameParts.tapToStart")}
          </Button>
        ) : shown.kind === "still" ? (
          <p className="relative rounded-full bg-sunken/85 px-3 py-1 text-sm figures">
            {t("gameParts.videoStalledFor", { seconds: shown.seconds })}
          </p>
        ) : null}
      </div>
      <dl className="grid grid-cols-3 gap-1.5">
        {entries.map(([label, amount]) => (
          <div key={label} className="flex min-w-0 flex-col items-center rounded-md bg-raised px-1 py-1">
            <dt className="text-[.6875rem] leading-3.5 text-muted uppercase">{label}</dt>
            <dd className="text-sm leading-5 font-semibold">
              <SteadyMoney minor={amount} />
            </dd>
          </div>
        ))}
      </dl>
      {live ? (
        <Button tone="main" onClick={onBack}>
          {t("gameParts.pipBack")}
        </Button>
      ) : (
        <Button onClick={onBack}>{t("game.lost")}</Button>
      )}
    </main>
  );
}

export default function PipView({ open, window: own, ...content }: PipViewProps) {
  return open && own ? createPortal(<PipContent window={own} {...content} />, own.document.body) : null;
}

/** What the picture's own window shows: the video, the meters, and the way back. */
import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { createPortal } from "react-dom";
import { Button, Money, cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { useShownWin } from "./celebration/useShownWin.ts";

export interface PipViewProps {
  open: boolean;
  /** null: closed. */
  window: Window | null;
  view: SeatView;
  /** The video of the game screen. */
  video: RefObject<HTMLVideoElement | null>;
  onBack: () => void;
}

/** The same stream in another element; it changes with each new connection. */
function useSameStream(copy: RefObject<HTMLVideoElement | null>, original: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const [to, from] = [copy.current, original.current];
    if (!to || !from) return;
    const follow = () => {
      if (to.srcObject !== from.srcObject) to.srcObject = from.srcObject;
    };
    follow();
    const changes = ["loadedmetadata", "emptied", "playing"];
    for (const change of changes) from.addEventListener(change, follow);
    return () => {
      for (const change of changes) from.removeEventListener(change, follow);
      to.srcObject = null;
    };
  }, [copy, original]);
}

interface PipContentProps extends Pick<PipViewProps, "view" | "video" | "onBack"> {
  window: Window;
}
function PipContent({ window: own, view, video, onBack }: PipContentProps) {
  const t = useT();
  const { meters, connection } = view;
  const win = useShownWin(view, own);
  const copy = useRef<HTMLVideoElement>(null);
  useSameStream(copy, video);
  const entries = [
    [t("game.credit"), meters?.credit ?? 0],
    [t("game.bet"), meters?.bet ?? 0],
    [t("game.win"), win.amount],
  ] as const;
  const live = connection.kind === "live";
  return (
    <main className="grid h-dvh grid-rows-[minmax(0,1fr)_auto_auto] gap-1.5 bg-surface p-1.5 text-text">
      <video
        ref={copy}
        muted
        autoPlay
        playsInline
        aria-label={t("game.video")}
        className={cx("size-full min-h-0 bg-black object-contain", !live && "opacity-40 grayscale")}
      />
      <dl className="grid grid-cols-3 gap-1.5">
        {entries.map(([label, amount]) => (
          <div key={label} className="flex min-w-0 flex-col items-center rounded-md bg-raised px-1 py-1">
            <dt className="text-[.6875rem] leading-3.5 text-muted uppercase">{label}</dt>
            <dd className="text-sm leading-5 font-semibold">
              <Money minor={amount} />
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

/** The live picture of a machine for staff. While it is shown the server counts it as watched, which is in the audit log. */
import { useEffect, useRef, useState } from "react";
import { VIDEO_CODECS } from "@reelcast/contract";
import { Button, PlayIcon, SpinnerIcon } from "@reelcast/ui";
import { showLive } from "@reelcast/whep";
import type { LivePicture as Live, Picture } from "@reelcast/whep";
import { API_BASE } from "../api/index.ts";
import { useT } from "../i18n/index.ts";
import { session } from "../session/store.ts";

/** While it is one of these, the last frame stays in sight. */
const SHOWN: readonly Picture["kind"][] = ["live", "unseen", "stalled", "waiting"];

export interface LivePictureProps {
  machineId: number;
  /** Says what is wrong, and offers to try again. */
  controls: boolean;
}
export default function LivePicture({ machineId, controls }: LivePictureProps) {
  const t = useT();
  const element = useRef<HTMLVideoElement>(null);
  const live = useRef<Live | null>(null);
  const [picture, setPicture] = useState<Picture>({ kind: "loading" });
  const { kind } = picture;
  useEffect(() => {
    if (!element.current) return;
    const opened = showLive(element.current, {
      url: new URL(`${API_BASE}/machines/${machineId}/whep`, location.href),
      token: () => session.token() ?? "",
      audio: false,
      codecs: VIDEO_CODECS,
      onPicture: setPicture,
    });
    live.current = opened;
    return () => {
      live.current = null;
      opened.close();
    };
  }, [machineId]);
  return (
    <div className="absolute inset-0">
      <video
        ref={element}
        muted
        playsInline
        disablePictureInPicture
        data-state={kind}
        aria-label={t("floor.live")}
        // A small picture says nothing of its own: what does not move gives way to the machine's still.
        className={(controls ? SHOWN.includes(kind) : kind === "live") ? "size-full bg-black object-cover" : "hidden"}
      />
      {controls && kind !== "live" && kind !== "unseen" ? (
        <PictureState picture={picture} onRetry={() => live.current?.retry()} onPlay={() => live.current?.play()} />
      ) : null}
    </div>
  );
}

interface PictureStateProps {
  picture: Picture;
  onRetry: () => void;
  /** Within a press. */
  onPlay: () => void;
}
function PictureState({ picture, onRetry, onPlay }: PictureStateProps) {
  const t = useT();
  if (picture.kind === "stalled")
    return (
      <p
        role="status"
        className="absolute inset-x-0 bottom-3 mx-auto w-fit rounded-full bg-sunken/85 px-4 py-1.5 text-sm"
      >
        <span className="sr-only">{t("floor.liveStalled")}</span>
        <span aria-hidden="true" className="figures">
          {t("floor.liveStalledFor", { seconds: Math.max(1, picture.seconds) })}
        </span>
      </p>
    );
  return (
    <div role="status" className="absolute inset-0 grid place-items-center bg-sunken/80 p-4 text-center text-sm">
      {picture.kind === "failed" ? (
        <span className="flex flex-col items-center gap-3">
          {t(picture.failure.reason === "noCodec" ? "floor.liveNoCodec" : "floor.liveFailed")}
          {picture.failure.reason === "noCodec" ? null : <Button onClick={onRetry}>{t("shell.again")}</Button>}
        </span>
      ) : picture.kind === "waiting" ? (
        <Button icon={<PlayIcon size={18} className="rtl:-scale-x-100" />} onClick={onPlay}>
          {t("floor.liveTap")}
        </Button>
      ) : (
        <span className="flex items-center gap-3 text-muted">
          <SpinnerIcon />
          {t("floor.liveLoading")}
        </span>
      )}
    </div>
  );
}

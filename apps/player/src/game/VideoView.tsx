/** The live picture: a WHEP player on a video element. What it shows when there is none is its own business too. */
import { createWhepPlayer } from "@reelcast/whep";
import type { WhepPlayer, WhepState, WhepStats } from "@reelcast/whep";
import { useEffect, useRef, useState } from "react";
import { readToken } from "../api/index.ts";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { Button, SpinnerIcon } from "../ui/index.ts";

export interface VideoViewProps {
  video: SeatView["video"];
  /** Rises when the server's video was started anew. */
  videoEpoch: number;
  dimmed: boolean;
  onStats: (stats: WhepStats | null) => void;
}

export function VideoView({ video, videoEpoch, dimmed, onStats }: VideoViewProps) {
  const t = useT();
  const element = useRef<HTMLVideoElement>(null);
  const player = useRef<WhepPlayer | null>(null);
  const report = useRef(onStats);
  const [state, setState] = useState<WhepState>({ kind: "idle" });
  const url = video?.url;
  const servers = JSON.stringify(video?.iceServers ?? []);
  useEffect(() => {
    report.current = onStats;
  });

  useEffect(() => {
    const shown = element.current;
    if (url === undefined || !shown) return;
    let frame = 0;
    const whep = createWhepPlayer({
      url: new URL(url, location.href),
      token: () => readToken() ?? "",
      iceServers: JSON.parse(servers) as RTCIceServer[],
      audio: false,
      onState: setState,
      onStats: (stats) => report.current(stats),
      onStream(stream) {
        shown.srcObject = stream;
        // Muted video may always play; a browser that refuses shows the first frame, and the next press plays.
        shown.play().catch(() => {});
        const watch = () => {
          whep.frameShown();
          frame = shown.requestVideoFrameCallback(watch);
        };
        if ("requestVideoFrameCallback" in shown) {
          shown.cancelVideoFrameCallback(frame);
          frame = shown.requestVideoFrameCallback(watch);
        }
      },
    });
    player.current = whep;
    whep.start();
    return () => {
      if ("cancelVideoFrameCallback" in shown) shown.cancelVideoFrameCallback(frame);
      whep.close();
      shown.srcObject = null;
      player.current = null;
      report.current(null);
    };
    // `videoEpoch` asks for a fresh connection.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [url, servers, videoEpoch]);

  const live = state.kind === "live" || state.kind === "stalled";
  return (
    <div className="relative mx-auto aspect-video max-h-full w-full max-w-full overflow-hidden bg-black lg:rounded-lg">
      <video
        ref={element}
        muted
        autoPlay
        playsInline
        disablePictureInPicture
        aria-label={t("game.video")}
        data-state={state.kind}
        className={`size-full object-contain transition-[opacity,filter] duration-200 ${dimmed || state.kind === "stalled" ? "opacity-40 grayscale" : ""}`}
      />
      {live || dimmed ? null : (
        <div className="absolute inset-0 grid place-items-center bg-sunken/85 p-4 text-center" role="status">
          {state.kind === "failed" ? (
            <div className="flex flex-col items-center gap-3">
              <p className="text-muted">{t("game.videoFailed")}</p>
              <Button onClick={() => player.current?.start()}>{t("game.retry")}</Button>
            </div>
          ) : (
            <p className="flex items-center gap-3 text-muted">
              <SpinnerIcon />
              {t("game.videoLoading")}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

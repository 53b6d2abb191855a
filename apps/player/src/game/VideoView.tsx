/** The live picture: a WHEP player on a video element. What it shows when there is none is its own business too. */
import { createWhepPlayer } from "@reelcast/whep";
import type { WhepPlayer, WhepState, WhepStats } from "@reelcast/whep";
import { useEffect, useRef, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { readToken } from "../api/index.ts";
import { errorText, useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { Button, SpinnerIcon, cx } from "../ui/index.ts";
import { placementOf } from "./picture.ts";
import type { Crop } from "./picture.ts";

/** The server's video pipeline could not be started. */
const PIPELINE = ErrorCode.VideoStartFailed;

export interface VideoViewProps {
  video: SeatView["video"];
  /** Rises when the server's video was started anew. */
  videoEpoch: number;
  dimmed: boolean;
  /** A filmed cabinet has a frame of its own; a machine's own picture has none. */
  framed: boolean;
  crop: Crop | null;
  /** Show what `crop` holds alone. */
  cut: boolean;
  onStats: (stats: WhepStats | null) => void;
  onSound: (track: MediaStreamTrack | null) => void;
  /** The first picture is there: what can wait may begin. */
  onShown: () => void;
}

function isPipeline(state: WhepState): boolean {
  if (state.kind !== "failed" && state.kind !== "reconnecting") return false;
  // Another house's server may write its JSON with spaces.
  return new RegExp(`"code"\\s*:\\s*${PIPELINE}\\b`).test(state.failure.detail ?? "");
}

export function VideoView(props: VideoViewProps) {
  const { video, videoEpoch, dimmed, framed, crop, cut, onStats, onSound, onShown } = props;
  const t = useT();
  const element = useRef<HTMLVideoElement>(null);
  const player = useRef<WhepPlayer | null>(null);
  const url = video?.url;
  const latest = useRef({ url, onStats, onSound, onShown });
  const [state, setState] = useState<WhepState>({ kind: "idle" });
  /** Of the picture itself, once it is known. */
  const [aspect, setAspect] = useState<number>();
  // Its query names the connection: one that came back shows the picture that is there.
  const endpoint = url?.split("?", 1)[0];
  const servers = JSON.stringify(video?.iceServers ?? []);
  useEffect(() => {
    latest.current = { url, onStats, onSound, onShown };
  });

  useEffect(() => {
    const shown = element.current;
    if (endpoint === undefined || !shown) return;
    let frame = 0;
    const whep = createWhepPlayer({
      url: () => new URL(latest.current.url ?? endpoint, location.href),
      token: () => readToken() ?? "",
      iceServers: JSON.parse(servers) as RTCIceServer[],
      audio: true,
      onState(next) {
        setState(next);
        if (next.kind === "live") latest.current.onShown();
      },
      onStats: (stats) => latest.current.onStats(stats),
      onTrack({ track }) {
        if (track.kind === "audio") return latest.current.onSound(track);
        // The picture alone: with sound in the same stream the browser would hold frames back for it.
        shown.srcObject = new MediaStream([track]);
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
      latest.current.onStats(null);
      latest.current.onSound(null);
    };
    // `videoEpoch` asks for a fresh connection.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [endpoint, servers, videoEpoch]);

  const live = state.kind === "live" || state.kind === "stalled";
  const troubled = state.kind === "failed" || isPipeline(state);
  const again = () => {
    player.current?.close();
    player.current?.start();
  };
  const placed = placementOf(crop, cut, aspect);
  return (
    <div className="grid size-full place-items-center [container-type:size]">
      <div
        className={cx("relative overflow-hidden bg-black", framed && "rounded-lg ring-1 ring-line")}
        style={{ aspectRatio: placed.aspect, width: `min(100cqw, ${placed.aspect} * 100cqh)` }}
      >
        <video
          ref={element}
          muted
          autoPlay
          playsInline
          disablePictureInPicture
          aria-label={t("game.video")}
          data-state={state.kind}
          data-cut={cut || undefined}
          onResize={({ currentTarget: { videoWidth, videoHeight } }) =>
            setAspect(videoWidth > 0 && videoHeight > 0 ? videoWidth / videoHeight : undefined)
          }
          className={cx(
            "absolute max-w-none object-fill transition-[opacity,filter] duration-200",
            (dimmed || state.kind === "stalled") && "opacity-40 grayscale",
          )}
          style={{
            width: `${placed.width}%`,
            height: `${placed.height}%`,
            left: `${placed.left}%`,
            top: `${placed.top}%`,
          }}
        />
        {state.kind === "stalled" && !dimmed ? (
          <p
            role="status"
            className="absolute inset-x-0 bottom-3 mx-auto flex w-fit items-center gap-2 rounded-full bg-sunken/85 px-4 py-1.5 text-sm"
          >
            <SpinnerIcon size={16} />
            {t("game.videoStalled")}
          </p>
        ) : null}
        {live || dimmed ? null : (
          <div className="absolute inset-0 grid place-items-center bg-sunken/85 p-4 text-center" role="status">
            {troubled ? (
              <div className="flex flex-col items-center gap-3">
                <p className="text-muted">
                  {isPipeline(state) ? errorText({ code: PIPELINE }) : t("game.videoFailed")}
                </p>
                <Button onClick={again}>{t("game.retryVideo")}</Button>
              </div>
            ) : (
              <p className="flex items-center gap-3 text-muted">
                <SpinnerIcon />
                {state.kind === "reconnecting" ? t("game.videoReconnecting") : t("game.videoLoading")}
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

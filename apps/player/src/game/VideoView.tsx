/** The live picture, cut and placed as wanted, or what is known about it while there is none. */
import type { WhepState } from "@reelcast/whep";
import { useRef, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { errorText, useT } from "../i18n/index.ts";
import { Button, SpinnerIcon, cx } from "../ui/index.ts";
import { placementOf } from "./picture.ts";
import type { Crop } from "./picture.ts";
import { useWhepPlayer } from "./useWhepPlayer.ts";
import type { WhepInput } from "./useWhepPlayer.ts";

export interface VideoViewProps extends WhepInput {
  dimmed: boolean;
  /** A filmed cabinet has a frame of its own; a machine's own picture has none. */
  framed: boolean;
  crop: Crop | null;
  /** Show only the area of `crop`. */
  cut: boolean;
}

/** The server could not start its video pipeline. */
function isPipelineFailure(state: WhepState): boolean {
  if (state.kind !== "failed" && state.kind !== "reconnecting") return false;
  // Another server may write its JSON with spaces.
  return new RegExp(`"code"\\s*:\\s*${ErrorCode.VideoStartFailed}\\b`).test(state.failure.detail ?? "");
}

export function VideoView({ dimmed, framed, crop, cut, ...input }: VideoViewProps) {
  const t = useT();
  const element = useRef<HTMLVideoElement>(null);
  const { state, retry } = useWhepPlayer(element, input);
  /** Of the picture itself, once it is known. */
  const [aspect, setAspect] = useState<number>();
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
        {dimmed ? null : <VideoStatus state={state} onRetry={retry} />}
      </div>
    </div>
  );
}

/** Over the picture: what is wrong with it, or that it is being loaded. */
function VideoStatus({ state, onRetry }: { state: WhepState; onRetry: () => void }) {
  const t = useT();
  if (state.kind === "live") return null;
  if (state.kind === "stalled")
    return (
      <p
        role="status"
        className="absolute inset-x-0 bottom-3 mx-auto flex w-fit items-center gap-2 rounded-full bg-sunken/85 px-4 py-1.5 text-sm"
      >
        <SpinnerIcon size={16} />
        {t("game.videoStalled")}
      </p>
    );
  const isPipeline = isPipelineFailure(state);
  return (
    <div className="absolute inset-0 grid place-items-center bg-sunken/85 p-4 text-center" role="status">
      {state.kind === "failed" || isPipeline ? (
        <div className="flex flex-col items-center gap-3">
          <p className="text-muted">
            {isPipeline ? errorText({ code: ErrorCode.VideoStartFailed }) : t("game.videoFailed")}
          </p>
          <Button onClick={onRetry}>{t("game.retryVideo")}</Button>
        </div>
      ) : (
        <p className="flex items-center gap-3 text-muted">
          <SpinnerIcon />
          {state.kind === "reconnecting" ? t("game.videoReconnecting") : t("game.videoLoading")}
        </p>
      )}
    </div>
  );
}

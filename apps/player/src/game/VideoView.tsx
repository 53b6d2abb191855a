/** The live picture, placed as wanted, or what is known about it while there is none. */
import type { ReactNode, RefObject } from "react";
import { ErrorCode } from "@reelcast/contract";
import type { WhepState } from "@reelcast/whep";
import { Button, SpinnerIcon, cx } from "@reelcast/ui";
import { errorText, useT } from "../i18n/index.ts";
import type { Placement } from "./picture.ts";
import { pipKind } from "./usePip.ts";
import { useWhepPlayer } from "./useWhepPlayer.ts";
import type { WhepInput } from "./useWhepPlayer.ts";

export interface VideoViewProps extends WhepInput {
  element: RefObject<HTMLVideoElement | null>;
  dimmed: boolean;
  /** Around the video, as large as the room. */
  layer: RefObject<HTMLDivElement | null>;
  /** null: not measured yet. */
  placement: Placement | null;
  /** Width by height of the picture itself, once it is known. */
  onAspect: (aspect: number | undefined) => void;
  /** Shown over the picture. */
  children: ReactNode;
}

/** The server could not start its video pipeline. */
function isPipelineFailure(state: WhepState): boolean {
  if (state.kind !== "failed" && state.kind !== "reconnecting") return false;
  // Another server may write its JSON with spaces.
  return new RegExp(`"code"\\s*:\\s*${ErrorCode.VideoStartFailed}\\b`).test(state.failure.detail ?? "");
}

export function VideoView({ element, layer, dimmed, placement, onAspect, children, ...input }: VideoViewProps) {
  const t = useT();
  const { state, retry } = useWhepPlayer(element, input);
  return (
    <>
      <div ref={layer} className="absolute inset-0 touch-none overflow-hidden">
        <video
          ref={element}
          muted
          autoPlay
          playsInline
          // Where the app opens a window with the meters, the browser offers none of its own over the reels.
          disablePictureInPicture={pipKind() === "document"}
          aria-label={t("game.video")}
          data-state={state.kind}
          onResize={({ currentTarget: { videoWidth, videoHeight } }) =>
            onAspect(videoWidth > 0 && videoHeight > 0 ? videoWidth / videoHeight : undefined)
          }
          className={cx(
            "pointer-events-none absolute max-w-none bg-black object-fill transition-[opacity,filter] duration-200",
            (dimmed || state.kind === "stalled") && "opacity-40 grayscale",
          )}
          style={placement ?? { visibility: "hidden" }}
        />
      </div>
      <Free>
        {dimmed ? null : <VideoStatus state={state} onRetry={retry} />}
        {children}
      </Free>
    </>
  );
}

/** The part of the picture's room that no control covers, for what is shown over the picture. */
export function Free({ children }: { children: ReactNode }) {
  return <div className="pointer-events-none relative min-h-0 *:pointer-events-auto">{children}</div>;
}

/** Over the picture while it does not move: what is wrong with it, or that it is being loaded. */
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
    <div className="relative grid size-full place-items-center bg-sunken/85 p-4 text-center" role="status">
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

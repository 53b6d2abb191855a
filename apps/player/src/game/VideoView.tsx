/** The live picture, placed as wanted, or what is known about it while there is none. */
import type { ReactNode, RefObject } from "react";
import { ErrorCode } from "@reelcast/contract";
import { Button, PlayIcon, SpinnerIcon, cx } from "@reelcast/ui";
import { errorText, useT } from "../i18n/index.ts";
import type { Placement } from "./picture.ts";
import { isPipelineFailure } from "./pictureState.ts";
import type { SeatPicture } from "./useLivePicture.ts";
import { pipKind } from "./usePip.ts";

export interface VideoViewProps {
  element: RefObject<HTMLVideoElement | null>;
  live: SeatPicture;
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

export function VideoView({ element, live, layer, dimmed, placement, onAspect, children }: VideoViewProps) {
  const t = useT();
  const { kind } = live.picture;
  return (
    <>
      <div ref={layer} className="absolute inset-0 touch-none overflow-hidden">
        <video
          ref={element}
          muted
          playsInline
          // Where the app opens a window with the meters, the browser offers none of its own over the reels.
          disablePictureInPicture={pipKind() === "document"}
          aria-label={t("game.video")}
          data-state={kind}
          onResize={({ currentTarget: { videoWidth, videoHeight } }) =>
            onAspect(videoWidth > 0 && videoHeight > 0 ? videoWidth / videoHeight : undefined)
          }
          className={cx(
            "pointer-events-none absolute max-w-none bg-black object-fill transition-[opacity,filter] duration-200",
            (dimmed || kind === "stalled") && "opacity-40 grayscale",
          )}
          style={placement ?? { visibility: "hidden" }}
        />
      </div>
      <Free>
        {dimmed ? null : <VideoStatus {...live} />}
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
function VideoStatus({ picture, retry, play }: SeatPicture) {
  const t = useT();
  const { kind } = picture;
  if (kind === "live" || kind === "unseen") return null;
  if (kind === "stalled")
    return (
      <p
        role="status"
        className="absolute inset-x-0 bottom-3 mx-auto flex w-fit items-center gap-2 rounded-full bg-sunken/85 px-4 py-1.5 text-sm figures"
      >
        <SpinnerIcon size={16} />
        {/* Read aloud once, and not each second. */}
        <span className="sr-only">{t("game.videoStalled")}</span>
        <span aria-hidden="true">
          {picture.seconds > 0 ? t("game.videoStalledFor", { seconds: picture.seconds }) : t("game.videoStalled")}
        </span>
      </p>
    );
  const isPipeline = isPipelineFailure(picture);
  return (
    <div className="relative grid size-full place-items-center bg-sunken/85 p-4 text-center" role="status">
      {kind === "waiting" ? (
        <Button
          icon={<PlayIcon size={26} fill="currentColor" className="rtl:-scale-x-100" />}
          onClick={play}
          className="min-h-14 rounded-full px-7 text-lg"
        >
          {t("game.tapToStart")}
        </Button>
      ) : kind === "failed" || isPipeline ? (
        <PictureFailure picture={picture} isPipeline={isPipeline} onRetry={retry} />
      ) : (
        <p className="flex items-center gap-3 text-muted">
          <SpinnerIcon />
          {kind === "reconnecting" ? t("game.videoReconnecting") : t("game.videoLoading")}
        </p>
      )}
    </div>
  );
}

interface PictureFailureProps extends Pick<SeatPicture, "picture"> {
  isPipeline: boolean;
  onRetry: () => void;
}
function PictureFailure({ picture, isPipeline, onRetry }: PictureFailureProps) {
  const t = useT();
  const noCodec = "failure" in picture && picture.failure.reason === "noCodec";
  return (
    <div className="flex max-w-md flex-col items-center gap-3">
      <p className="text-muted">
        {isPipeline
          ? errorText({ code: ErrorCode.VideoStartFailed })
          : t(noCodec ? "game.videoNoCodec" : "game.videoFailed")}
      </p>
      {/* The browser stays the same. */}
      {noCodec ? null : <Button onClick={onRetry}>{t("game.retryVideo")}</Button>}
    </div>
  );
}

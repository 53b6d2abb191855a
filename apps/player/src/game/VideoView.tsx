/** The live picture, placed as wanted, or what is known about it while there is none. */
import { useState } from "react";
import type { ReactNode, RefObject } from "react";
import { cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import * as lazyParts from "./lazyParts.tsx";
import { pipKind } from "./pipKind.ts";
import type { Placement } from "./picture.ts";
import type { SeatPicture } from "./useLivePicture.ts";
import { Waiting } from "./Waiting.tsx";

export interface VideoViewProps {
  element: RefObject<HTMLVideoElement | null>;
  live: SeatPicture;
  /** The address of a picture of the machine, which stands there until the video shows frames. */
  still: string | undefined;
  dimmed: boolean;
  /** Around the video, as large as the room. */
  layer: RefObject<HTMLDivElement | null>;
  /** null: not measured yet. */
  placement: Placement | null;
  /** What of the picture is shown, a shape of CSS; undefined: all of it. */
  clip: string | undefined;
  /** Width by height of the picture itself, once it is known. */
  onAspect: (aspect: number | undefined) => void;
  /** Lies on the picture, in the coordinates of its room. */
  marks: ReactNode;
  /** Shown over the picture. */
  children: ReactNode;
}

export function VideoView({
  element,
  still,
  live,
  layer,
  dimmed,
  placement,
  clip,
  onAspect,
  marks,
  children,
}: VideoViewProps) {
  const t = useT();
  const { kind } = live.picture;
  /** Frames were shown here. */
  const [seen, setSeen] = useState(false);
  if (kind === "live" && !seen) setSeen(true);
  return (
    <>
      <div
        ref={layer}
        data-part="machine"
        className="absolute inset-0 touch-none overflow-hidden bg-sunken"
        // The card's picture grows into this place.
        style={{ viewTransitionName: "machine-picture" }}
      >
        <lazyParts.Surroundings open={kind === "live"} video={element} />
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
          style={placement ? { ...placement, clipPath: clip } : { visibility: "hidden" }}
        />
        {seen || still === undefined ? null : (
          <img src={still} alt="" data-part="still" className="absolute inset-0 size-full object-cover object-top" />
        )}
        {marks}
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

/** Over the picture while it is not there. What is wrong with it is rare, and loaded when it is needed. */
function VideoStatus(live: SeatPicture) {
  const t = useT();
  const { kind } = live.picture;
  return (
    <>
      {kind === "loading" ? <Waiting>{t("game.videoLoading")}</Waiting> : null}
      <lazyParts.PictureState {...live} open={kind !== "live" && kind !== "unseen" && kind !== "loading"} />
    </>
  );
}

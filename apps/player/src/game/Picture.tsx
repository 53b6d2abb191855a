/** The machine's picture, or a plain area if the operator has no video, and the messages over it. */
import type { WhepStats } from "@reelcast/whep";
import { useState } from "react";
import { settings } from "../api/index.ts";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { usePreferences } from "../shell/preferences.ts";
import { EndOverlay, LostOverlay } from "./overlays.tsx";
import { WHOLE, areaInSight, placementOf } from "./picture.ts";
import type { Placement, Room } from "./picture.ts";
import type { Layout } from "./deckRoom.ts";
import { VideoView } from "./VideoView.tsx";
import type { VideoViewProps } from "./VideoView.tsx";

export interface PictureProps extends Pick<VideoViewProps, "element" | "onSound" | "onShown"> {
  view: SeatView;
  room: (Room & { layout: Layout }) | null;
  /** Shown over the picture while the player leaves; null: the player stays. */
  endText: string | null;
  /** Leads to the lobby while the session still ends. */
  onLobby: (() => void) | null;
  onStats: (stats: WhepStats | null) => void;
}

/** The element of the video stands in the free part of the room. */
const withinFree = ({ left, top }: Room, placement: Placement): Placement => ({
  ...placement,
  left: placement.left - left,
  top: placement.top - top,
});

export function Picture({ view, room, endText, onLobby, ...video }: PictureProps) {
  const t = useT();
  const { cutScreen } = usePreferences();
  const [aspect, setAspect] = useState<number>();
  const live = view.connection.kind === "live";
  const { machine } = view;
  // Across, the controls lie over what is around the reels.
  const area = machine ? areaInSight(machine, cutScreen || room?.layout === "across") : WHOLE;
  return (
    <>
      {settings().webcam ? (
        <VideoView
          {...video}
          // Another window, or nobody, has the seat: a player that stayed would take the picture from there.
          video={view.connection.kind === "ended" ? null : view.video}
          videoEpoch={view.videoEpoch}
          dimmed={!live || endText !== null}
          placement={room && withinFree(room, placementOf(room, area, aspect))}
          onAspect={setAspect}
        />
      ) : (
        <div className="grid size-full place-items-center rounded-lg bg-sunken p-4 text-center text-muted">
          {endText === null && live ? <p>{t("game.noVideo")}</p> : null}
        </div>
      )}
      {endText !== null ? (
        <EndOverlay text={endText} onLobby={onLobby} />
      ) : live ? null : (
        <LostOverlay connection={view.connection} />
      )}
    </>
  );
}

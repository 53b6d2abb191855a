/** The machine's picture, or a plain area if the operator has no video, and the messages over it. */
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSettings } from "../api/useSettings.ts";
import { useT } from "../i18n/index.ts";
import { pressedPicture } from "../screens/early.ts";
import type { SeatView } from "../session/seat.ts";
import { usePreferences } from "../shell/preferences.ts";
import { EndOverlay, LostOverlay } from "./overlays.tsx";
import * as lazyParts from "./lazyParts.tsx";
import { clipOf, placementOf, sightOf, zoomed } from "./picture.ts";
import type { Room, Zoom } from "./picture.ts";
import type { Layout } from "./deckRoom.ts";
import { Free, VideoView } from "./VideoView.tsx";
import type { VideoViewProps } from "./VideoView.tsx";

export interface PictureProps extends Pick<VideoViewProps, "element" | "live"> {
  view: SeatView;
  machineId: number;
  room: (Room & { layout: Layout }) | null;
  /** Shown over the picture while the player leaves; null: the player stays. */
  endText: string | null;
  /** Leads to the lobby while the session still ends. */
  onLobby: (() => void) | null;
  /** 1: not enlarged. */
  onZoom: (scale: number) => void;
  /** What else is shown over the picture. */
  children: ReactNode;
}

export function Picture({ view, machineId, room, endText, onLobby, onZoom, children, ...video }: PictureProps) {
  const house = useSettings();
  const t = useT();
  const { cutScreen } = usePreferences();
  const layer = useRef<HTMLDivElement>(null);
  const [aspect, setAspect] = useState<number>();
  const connected = view.connection.kind === "live";
  const { machine } = view;
  const [still] = useState(() => pressedPicture(`/game/${machineId}`));
  // Across, the controls lie over what is around the reels.
  const sight = sightOf(machine, cutScreen || room?.layout === "across", aspect);
  const placement = room && placementOf(room, sight, aspect);
  const [zoom, setZoom] = useState<Zoom | null>(null);
  const scale = zoom?.scale ?? 1;
  useEffect(() => onZoom(scale), [onZoom, scale]);
  const over = (
    <>
      {endText !== null ? (
        <EndOverlay text={endText} onLobby={onLobby} />
      ) : connected ? null : (
        <LostOverlay connection={view.connection} moving={view.transfer !== null} />
      )}
      {children}
    </>
  );
  if (!house.webcam)
    return (
      <Free>
        <div className="grid size-full place-items-center rounded-lg bg-sunken p-4 text-center text-muted">
          {endText === null && connected ? <p>{t("game.noVideo")}</p> : null}
        </div>
        {over}
      </Free>
    );
  return (
    <VideoView
      {...video}
      still={still ?? machine?.image ?? undefined}
      dimmed={!connected || endText !== null}
      layer={layer}
      placement={room && placement && zoomed(placement, room, zoom)}
      clip={zoom ? undefined : clipOf(sight.shown)}
      onAspect={setAspect}
    >
      {/* There is nothing to enlarge before. */}
      <lazyParts.ZoomGestures open={aspect !== undefined} onZoom={setZoom} {...{ layer, room, placement }} />
      {over}
    </VideoView>
  );
}

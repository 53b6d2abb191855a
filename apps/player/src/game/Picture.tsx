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
import { touchedAt } from "./touch.ts";
import type { Touched } from "./touch.ts";
import type { Point } from "./zoom.ts";
import { useHeldSymbol } from "./useHeldSymbol.tsx";
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
  /** Whether the machine's own buttons are in sight, and the deck is not. */
  withButtons: boolean;
  /** A control of the machine was tapped in its picture. */
  onTouch: (control: string) => void;
  /** 1: not enlarged. */
  onZoom: (scale: number) => void;
  /** What else is shown over the picture. */
  children: ReactNode;
}

export function Picture(props: PictureProps) {
  const { view, machineId, room, endText, onLobby, withButtons, onTouch, onZoom, children, ...video } = props;
  const house = useSettings();
  const { cutScreen } = usePreferences();
  const layer = useRef<HTMLDivElement>(null);
  const [aspect, setAspect] = useState<number>();
  const connected = view.connection.kind === "live";
  const { machine } = view;
  const [still] = useState(() => pressedPicture(`/game/${machineId}`));
  // Across, the controls lie over what is around the reels.
  const sight = sightOf(machine, cutScreen || room?.layout === "across", aspect, withButtons);
  const placement = room && placementOf(room, sight, aspect);
  const [zoom, setZoom] = useState<Zoom | null>(null);
  const [echo, setEcho] = useState<(Touched & { at: number }) | null>(null);
  const scale = zoom?.scale ?? 1;
  const placed = room && placement && zoomed(placement, room, zoom);
  const { onHold, card } = useHeldSymbol({ view, machineId, room, placed, aspect });
  const touchedBy = (point: Point): Touched | null => {
    if (!placed || !machine || aspect === undefined || !connected || endText !== null) return null;
    return touchedAt(machine, aspect, point, placed, (id) => view.meters?.controls[id] === true);
  };
  // A slow press of what can be pressed, e.g. of a reel to hold, is a press.
  const holdAt = (point: Point | null): boolean => onHold(point && touchedBy(point) ? null : point);
  const onTap = (point: Point): boolean => {
    const touched = touchedBy(point);
    if (!touched) return false;
    setEcho({ ...touched, at: performance.now() });
    onTouch(touched.control);
    return true;
  };
  useEffect(() => onZoom(scale), [onZoom, scale]);
  const over = (
    <>
      <State {...{ view, endText, onLobby }} />
      {children}
    </>
  );
  if (!house.webcam)
    return (
      <Free>
        <NoVideo isSaid={endText === null && connected} />
        {over}
      </Free>
    );
  return (
    <VideoView
      {...video}
      still={still ?? machine?.image ?? undefined}
      dimmed={!connected || endText !== null}
      layer={layer}
      placement={placed}
      clip={zoom ? undefined : clipOf(sight.shown)}
      onAspect={setAspect}
      marks={
        <>
          <lazyParts.TouchEcho open={echo !== null} echo={echo} placement={placed} />
          {card}
        </>
      }
    >
      {/* There is nothing to enlarge before. */}
      <lazyParts.ZoomGestures
        open={aspect !== undefined}
        onZoom={setZoom}
        {...{ layer, room, placement, onTap, onHold: holdAt }}
      />
      {over}
    </VideoView>
  );
}

/** That the session ends, or the connection is lost. */
function State({ view, endText, onLobby }: Pick<PictureProps, "view" | "endText" | "onLobby">) {
  if (endText !== null) return <EndOverlay text={endText} onLobby={onLobby} />;
  if (view.connection.kind === "live") return null;
  return <LostOverlay connection={view.connection} moving={view.transfer !== null} />;
}

/** Where the house shows no picture. */
function NoVideo({ isSaid }: { isSaid: boolean }) {
  const t = useT();
  return (
    <div className="grid size-full place-items-center rounded-lg bg-sunken p-4 text-center text-muted">
      {isSaid ? <p>{t("game.noVideo")}</p> : null}
    </div>
  );
}

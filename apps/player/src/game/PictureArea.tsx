/** The room of the live picture, with everything that may be shown over it: the end of the session, jackpots. */
import { useCallback, useState } from "react";
import type { CSSProperties, RefObject } from "react";
import { cx } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useT } from "../i18n/index.ts";
import { jackpotAfter } from "../session/seat.ts";
import type { SeatView, ServerNotice } from "../session/seat.ts";
import type { Celebration } from "../session/winPresentation.ts";
import { usePreferences } from "../shell/preferences.ts";
import * as lazyParts from "./lazyParts.tsx";
import { useRoom } from "./layout.ts";
import { Picture } from "./Picture.tsx";
import { heightOf } from "./picture.ts";
import type { SeatPicture } from "./useLivePicture.ts";
import { hasButtons } from "./touch.ts";
import type { Leave } from "./useLeave.ts";

/** Shows each jackpot of this seat once, over the picture. */
function JackpotOverlay({ notices }: Pick<SeatView, "notices">) {
  const [celebrated, setCelebrated] = useState<ServerNotice | null>(null);
  const jackpot = jackpotAfter(notices, celebrated);
  const end = useCallback(() => jackpot && setCelebrated(jackpot), [jackpot]);
  const { name, amount } = jackpot?.params ?? {};
  return (
    <lazyParts.JackpotWin
      open={jackpot !== undefined}
      name={typeof name === "string" ? name : ""}
      amount={typeof amount === "number" ? amount : 0}
      onOver={end}
    />
  );
}

interface PictureAreaProps {
  view: SeatView;
  machineId: number;
  leave: Leave;
  live: SeatPicture;
  celebration: Celebration | null;
  video: RefObject<HTMLVideoElement | null>;
  /** The element of the room, which the deck measures too. */
  place: RefObject<HTMLDivElement | null>;
  onTouch: (control: string) => void;
  onZoom: (scale: number) => void;
}
/** Across, it is the whole screen below the controls: its padding is what they cover. */
export function PictureArea(props: PictureAreaProps) {
  const house = useSettings();
  const { view, machineId, leave, live, celebration, video, place, onTouch, onZoom } = props;
  const t = useT();
  const { leaving, cashingOut, atStake, isEnding } = leave;
  const room = useRoom(place);
  const { deckHidden } = usePreferences();
  const withButtons = deckHidden && room !== null && hasButtons(view.machine, room.layout);
  const endText = () => {
    if (view.closing !== null) return t("game.ended");
    if ((leaving || cashingOut) && atStake) return t("game.ending");
    return isEnding ? t("game.backToLobby") : null;
  };
  return (
    <div
      ref={place}
      // What lies over the picture is read against it, whatever the scheme.
      data-scheme="dark"
      data-part="picture"
      className={cx(
        "relative grid min-h-0 w-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] overflow-hidden text-text [grid-area:picture] across:[grid-area:1/1/-1/-1]",
        house.webcam
          ? "aspect-(--aspect) max-h-full across:aspect-auto across:px-(--side) across:pt-11 across:pb-12 desk:aspect-auto"
          : "px-3 across:px-(--side) across:pt-11 across:pb-12",
      )}
      style={{ "--aspect": 1 / heightOf(view.machine ?? {}, withButtons) } as CSSProperties}
    >
      <Picture
        view={view}
        machineId={machineId}
        room={room}
        element={video}
        live={live}
        endText={endText()}
        onLobby={leaving || cashingOut ? leave.goAtOnce : null}
        withButtons={withButtons}
        onTouch={onTouch}
        onZoom={onZoom}
      >
        <lazyParts.Celebration open={celebration !== null} view={view} celebration={celebration} />
        <JackpotOverlay notices={view.notices} />
      </Picture>
    </div>
  );
}

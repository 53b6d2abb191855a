/** The live picture with everything that is shown over it: the end of the session, the button that rotates, jackpots. */
import type { WhepStats } from "@reelcast/whep";
import { useCallback, useState } from "react";
import { settings } from "../api/index.ts";
import { useT } from "../i18n/index.ts";
import { jackpotAfter } from "../session/seat.ts";
import type { SeatView, ServerNotice } from "../session/seat.ts";
import { IconButton, RotateIcon, cx } from "../ui/index.ts";
import * as lazyParts from "./lazyParts.tsx";
import { Picture } from "./Picture.tsx";
import type { Leave } from "./useLeave.ts";
import type { ScreenMode } from "./useScreenMode.ts";

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
  leave: Leave;
  screenMode: ScreenMode;
  mayRotate: boolean;
  onStats: (stats: WhepStats | null) => void;
}
export function PictureArea({ view, leave, screenMode, mayRotate, onStats }: PictureAreaProps) {
  const t = useT();
  const { leaving, cashingOut, atStake, isEnding } = leave;
  const endText = () => {
    if (view.closing !== null) return t("game.ended");
    if ((leaving || cashingOut) && atStake) return t("game.ending");
    return isEnding ? t("game.backToLobby") : null;
  };
  return (
    <div
      // What lies over the picture is read against it, whatever the scheme.
      data-scheme="dark"
      className={cx(
        "relative min-h-0 text-text across:col-start-2 across:row-start-2 across:aspect-auto lg:aspect-auto lg:px-4",
        settings().webcam ? "aspect-video max-h-full w-full" : "px-3",
      )}
    >
      <Picture
        view={view}
        endText={endText()}
        onLobby={leaving || cashingOut ? leave.goAtOnce : null}
        onStats={onStats}
        onShown={lazyParts.preload}
      />
      {mayRotate ? (
        <IconButton
          label={t("game.rotate")}
          aria-pressed={screenMode.rotated}
          onClick={screenMode.toggleRotated}
          className="absolute end-1 top-1 z-10 bg-sunken/60 aria-pressed:text-gold"
        >
          <RotateIcon />
        </IconButton>
      ) : null}
      <JackpotOverlay notices={view.notices} />
    </div>
  );
}

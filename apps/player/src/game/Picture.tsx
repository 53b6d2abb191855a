/** The machine's picture, or a plain area if the operator has no video, and the messages over it. */
import type { WhepStats } from "@reelcast/whep";
import { settings } from "../api/index.ts";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { Button, SoundIcon } from "../ui/index.ts";
import { EndOverlay, LostOverlay } from "./overlays.tsx";
import { isCrop } from "./picture.ts";
import { usePreferences } from "../shell/preferences.ts";
import { useSound } from "./useSound.ts";
import { VideoView } from "./VideoView.tsx";

export interface PictureProps {
  view: SeatView;
  /** Shown over the picture while the player leaves; null: the player stays. */
  endText: string | null;
  /** Leads to the lobby while the session still ends. */
  onLobby: (() => void) | null;
  onStats: (stats: WhepStats | null) => void;
  onShown: () => void;
}

/** One line over the picture for the state of the machine, the most serious one. */
function useBadge({ meters }: SeatView): { text: string; look: string } | null {
  const t = useT();
  if (!meters) return null;
  const { status, phase, freeSpins } = meters;
  if (status === "offline") return { text: t("game.offline"), look: "bg-warning" };
  if (status === "error") return { text: t("game.outOfOrder"), look: "bg-warning" };
  if (phase === "handPay") return { text: t("game.handPayWaits"), look: "bg-gold" };
  return freeSpins > 0 ? { text: t("game.freeSpins", { count: freeSpins }), look: "bg-bonus" } : null;
}

export function Picture({ view, endText, onLobby, onStats, onShown }: PictureProps) {
  const t = useT();
  const { cutScreen } = usePreferences();
  const sound = useSound();
  const badge = useBadge(view);
  const live = view.connection.kind === "live";
  const crop = view.machine?.crop ?? null;
  return (
    <>
      {settings().webcam ? (
        <VideoView
          // Another window, or nobody, has the seat: a player that stayed would take the picture from there.
          video={view.connection.kind === "ended" ? null : view.video}
          videoEpoch={view.videoEpoch}
          dimmed={!live || endText !== null}
          framed={view.machine?.videoType === "camera"}
          crop={crop}
          cut={cutScreen && isCrop(crop)}
          onStats={onStats}
          onSound={sound.setTrack}
          onShown={onShown}
        />
      ) : (
        <div className="grid size-full place-items-center rounded-lg bg-sunken p-4 text-center text-muted">
          {endText === null && live ? <p>{t("game.noVideo")}</p> : null}
        </div>
      )}
      {badge && endText === null && live ? (
        <p
          role="status"
          className={`absolute inset-x-0 top-2 mx-auto w-fit rounded-full px-4 py-1 text-sm font-bold text-on-gold ${badge.look}`}
        >
          {badge.text}
        </p>
      ) : null}
      {sound.blocked && live && endText === null ? (
        <Button
          icon={<SoundIcon />}
          onClick={sound.unblock}
          className="absolute end-3 bottom-3 rounded-full bg-sunken/85 text-sm"
        >
          {t("game.tapForSound")}
        </Button>
      ) : null}
      {endText !== null ? (
        <EndOverlay text={endText} onLobby={onLobby} />
      ) : live ? null : (
        <LostOverlay connection={view.connection} />
      )}
    </>
  );
}

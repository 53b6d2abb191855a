/** The live picture of a machine for staff. While it is shown the server counts it as watched, which is in the audit log. */
import { useEffect, useRef, useState } from "react";
import { Button, SpinnerIcon } from "@reelcast/ui";
import { createWhepPlayer } from "@reelcast/whep";
import type { WhepPlayer, WhepState } from "@reelcast/whep";
import { API_BASE } from "../api/index.ts";
import { useT } from "../i18n/index.ts";
import { session } from "../session/store.ts";

export interface LivePictureProps {
  machineId: number;
  /** Says what is wrong, and offers to try again. */
  controls: boolean;
}
export default function LivePicture({ machineId, controls }: LivePictureProps) {
  const t = useT();
  const element = useRef<HTMLVideoElement>(null);
  const player = useRef<WhepPlayer | null>(null);
  const [state, setState] = useState<WhepState>({ kind: "idle" });
  useEffect(() => {
    const opened = createWhepPlayer({
      url: new URL(`${API_BASE}/machines/${machineId}/whep`, location.href),
      token: () => session.token() ?? "",
      audio: false,
      onState: setState,
      onStream(stream) {
        const video = element.current;
        if (!video) return;
        video.srcObject = stream;
        // Muted video may always play.
        video.play().catch(() => {});
      },
    });
    player.current = opened;
    opened.start();
    return () => {
      player.current = null;
      opened.close();
    };
  }, [machineId]);
  return (
    <div className="absolute inset-0">
      <video
        ref={element}
        muted
        autoPlay
        playsInline
        disablePictureInPicture
        data-state={state.kind}
        aria-label={t("floor.live")}
        className={state.kind === "live" || state.kind === "stalled" ? "size-full bg-black object-cover" : "hidden"}
      />
      {controls && state.kind !== "live" ? (
        <div role="status" className="absolute inset-0 grid place-items-center bg-sunken/80 p-4 text-center text-sm">
          {state.kind === "failed" ? (
            <span className="flex flex-col items-center gap-3">
              {t("floor.liveFailed")}
              <Button onClick={() => player.current?.start()}>{t("shell.again")}</Button>
            </span>
          ) : (
            <span className="flex items-center gap-3 text-muted">
              <SpinnerIcon />
              {t("floor.liveLoading")}
            </span>
          )}
        </div>
      ) : null}
    </div>
  );
}

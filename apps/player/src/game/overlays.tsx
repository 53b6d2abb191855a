/** States in which there is no playing: connection lost, going away. */
import type { Connection } from "@reelcast/client/connection";
import { Button, OfflineIcon, SpinnerIcon } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { Waiting } from "./Waiting.tsx";

/** @param moving money is on its way: its answer is what the player waits for */
export function LostOverlay({ connection, moving }: { connection: Connection; moving: boolean }) {
  const t = useT();
  if (connection.kind === "ended") return null;
  const { attempt } = connection.kind === "live" ? { attempt: 0 } : connection;
  if (attempt === 0) return <Waiting>{t("game.connecting")}</Waiting>;
  return (
    <div role="status" className="absolute inset-0 z-10 grid place-items-center p-4 text-center">
      <div className="flex flex-col items-center gap-2 rounded-xl bg-sunken/90 px-6 py-4">
        <OfflineIcon size={32} className="text-warning" />
        <p className="text-xl font-semibold">{t("game.lost")}</p>
        <p className="text-sm text-muted">{t(moving ? "game.lostTransfer" : "game.lostHint")}</p>
        <p className="text-sm text-muted figures">{t("game.lostTries", { count: attempt })}</p>
      </div>
    </div>
  );
}

/** The session ends, or the player leaves. `onLobby`: leads to the lobby without waiting for the end. */
export function EndOverlay({ text, onLobby }: { text: string; onLobby: (() => void) | null }) {
  const t = useT();
  return (
    <div role="status" className="absolute inset-0 z-10 grid place-items-center p-4 text-center">
      <div className="flex max-w-md flex-col items-center gap-3 rounded-lg bg-sunken/90 px-5 py-3">
        <p className="flex items-center gap-3">
          <SpinnerIcon className="shrink-0" />
          {text}
        </p>
        {onLobby ? <Button onClick={onLobby}>{t("game.toLobby")}</Button> : null}
      </div>
    </div>
  );
}

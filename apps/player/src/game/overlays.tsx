/** States in which there is no playing: connection lost, going away, not allowed to sit. */
import { useNavigate } from "@tanstack/react-router";
import { settings } from "../api/index.ts";
import type { ApiError } from "../api/index.ts";
import { errorText, useT } from "../i18n/index.ts";
import type { Connection } from "../session/connection.ts";
import { Button, OfflineIcon, SpinnerIcon } from "../ui/index.ts";
import { externalDepositUrl } from "./links.ts";
import { OutsideDeposit } from "./OutsideDeposit.tsx";

export function LostOverlay({ connection }: { connection: Connection }) {
  const t = useT();
  if (connection.kind === "ended") return null;
  const { attempt } = connection.kind === "live" ? { attempt: 0 } : connection;
  return (
    <div role="status" className="absolute inset-0 z-10 grid place-items-center p-4 text-center">
      {attempt === 0 ? (
        <p className="flex items-center gap-3 rounded-lg bg-sunken/80 px-5 py-3">
          <SpinnerIcon />
          {t("game.connecting")}
        </p>
      ) : (
        <div className="flex flex-col items-center gap-2 rounded-xl bg-sunken/90 px-6 py-4">
          <OfflineIcon size={32} className="text-warning" />
          <p className="text-xl font-semibold">{t("game.lost")}</p>
          <p className="text-sm text-muted">{t("game.lostHint")}</p>
          <p className="text-sm text-muted figures">{t("game.lostTries", { count: attempt })}</p>
        </div>
      )}
    </div>
  );
}

/** The session ends, or the player goes: nothing more to press. */
export function GoingOverlay({ text }: { text: string }) {
  return (
    <div role="status" className="absolute inset-0 z-10 grid place-items-center p-4 text-center">
      <p className="flex items-center gap-3 rounded-lg bg-sunken/90 px-5 py-3">
        <SpinnerIcon />
        {text}
      </p>
    </div>
  );
}

/** Why the player can't sit down, and where to go instead. */
export function Refused({ error, onLobby, onAgain }: { error: ApiError; onLobby: () => void; onAgain: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { id, name } = error.params;
  const elsewhere = error.code === 60002 && typeof id === "number" && typeof name === "string";
  // An empty balance is filled elsewhere, where the house says so.
  const outside = error.code === 60006 ? externalDepositUrl(settings().externalDeposit) : null;
  return (
    <main tabIndex={-1} className="grid min-h-dvh place-items-center p-6">
      <div className="flex max-w-md flex-col items-center gap-4 text-center">
        <OfflineIcon size={40} className="text-warning" />
        <h1 className="text-2xl font-semibold">{t("game.refused")}</h1>
        <p role="alert" className="text-muted">
          {errorText(error)}
        </p>
        <div className="flex flex-wrap justify-center gap-3 pt-2">
          {outside === null ? null : <OutsideDeposit url={outside} />}
          <Button onClick={onAgain}>{t("game.retry")}</Button>
          {elsewhere ? (
            <Button
              onClick={() => void navigate({ to: "/game/$gameId/$name", params: { gameId: String(id), name: "-" } })}
            >
              {t("game.openOther", { name })}
            </Button>
          ) : null}
          <Button tone="main" onClick={onLobby}>
            {t("game.toLobby")}
          </Button>
        </div>
      </div>
    </main>
  );
}

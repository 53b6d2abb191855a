/** An open session elsewhere: go on with it, take the money, or free the machine. */
import type { OpenSession } from "@reelcast/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call, isApiError } from "../api/index.ts";
import { errorText, useT } from "../i18n/index.ts";
import { Button, Dialog, toast, useMoney } from "../ui/index.ts";

export interface ReconnectDialogProps {
  session: OpenSession;
  /** Not now: the session stays open. */
  onLater: () => void;
  onEnded: () => void;
}

export default function ReconnectDialog({ session, onLater, onEnded }: ReconnectDialogProps) {
  const t = useT();
  const money = useMoney();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<"cashOut" | "kick" | null>(null);

  async function act(which: "cashOut" | "kick"): Promise<void> {
    setBusy(which);
    try {
      if (which === "cashOut") {
        const { amount, balance } = await call("cancel", { body: { machineId: session.id } }, { timeoutMs: 90_000 });
        queries.setQueryData(["balance"], balance);
        toast.success(t("reconnect.cashedOut", { amount: money(amount) }));
      } else {
        await call("kick", { body: { machineId: session.id } }, { timeoutMs: 90_000 });
        toast.success(t("reconnect.kicked"));
      }
      onEnded();
    } catch (error) {
      toast.error(errorText(error));
      // It has ended meanwhile: there is nothing left to ask about.
      if (isApiError(error, 60018)) onEnded();
      setBusy(null);
    }
  }
  const { machine_status: status } = session;
  return (
    <Dialog
      open
      onClose={onLater}
      closeLabel={t("reconnect.later")}
      title={t("reconnect.title", { name: session.name })}
      description={t(`reconnect.${status}`)}
      actions={
        <>
          {status === "playing" ? (
            <Button busy={busy === "kick"} disabled={busy !== null} onClick={() => void act("kick")}>
              {t("reconnect.kick")}
            </Button>
          ) : null}
          <Button busy={busy === "cashOut"} disabled={busy !== null} onClick={() => void act("cashOut")}>
            {t("reconnect.cashOut")}
          </Button>
          <Button
            tone="main"
            disabled={busy !== null}
            onClick={() => {
              onLater();
              void navigate({ to: "/game/$gameId/$name", params: { gameId: String(session.id), name: "-" } });
            }}
          >
            {t("reconnect.continue")}
          </Button>
        </>
      }
    />
  );
}

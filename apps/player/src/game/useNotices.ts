/** What the house says during a game, as toasts: a countdown is one toast that changes, not ten. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { errorText, t } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { toast, useMoney } from "../ui/index.ts";

const COUNTDOWN = "seat-countdown";
const COUNTDOWN_MS = 2_500;

export function useNotices(view: SeatView): void {
  const money = useMoney();
  const navigate = useNavigate();
  const { notice, closed, connection } = view;
  useEffect(() => {
    if (!notice) return toast.close(COUNTDOWN);
    const { what } = notice;
    switch (what.kind) {
      case "depositCountdown":
      case "idleCountdown": {
        const code = what.kind === "depositCountdown" ? "CODE_18800" : "CODE_18802";
        toast.warning(errorText({ code, params: { count: what.seconds } }), { id: COUNTDOWN, timeoutMs: COUNTDOWN_MS });
        break;
      }
      case "winWaits":
        toast.info(t("game.winWaits", { amount: money(what.amount) }), { id: "win-waits" });
        break;
      case "code":
        if (what.action === "MACHINE_BACK") toast.success(t("game.machineBack"), { id: "machine" });
        else toast.warning(errorText(what), { id: `info-${what.code}` });
    }
    // Worded once, when it came: a change of language does not say it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [notice]);
  const over = closed !== null || (connection.kind === "ended" && connection.why === "closed");
  useEffect(() => {
    if (!over) return;
    toast.close(COUNTDOWN);
    toast.info(errorText({ code: closed?.code ?? "CODE_18801" }), { id: "closed", title: t("game.backToLobby") });
    void navigate({ to: "/lobby" });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [over]);
}

/** While the lobby is open: puts the values of the jackpots into the query cache, and shows a toast when one is won. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { Jackpot, OpenSession } from "@reelcast/contract";
import { toast, useMoney } from "@reelcast/ui";
import { OPEN_SESSION } from "../auth/openSession.ts";
import { useT } from "../i18n/index.ts";
import { startJackpots } from "../session/jackpots.ts";
import type { JackpotEvents } from "../session/jackpots.ts";
import { JACKPOTS, withJackpot } from "./list.ts";

export default function JackpotUpdates() {
  const t = useT();
  const money = useMoney();
  const queries = useQueryClient();
  const onJackpot = (jackpot: Jackpot) =>
    void queries.setQueryData<Jackpot[]>(JACKPOTS, (known) => withJackpot(known, jackpot));
  const onHit = useEffectEvent<JackpotEvents["onHit"]>(({ id, machineId, amount }) => {
    const name = queries.getQueryData<Jackpot[]>(JACKPOTS)?.find((one) => one.id === id)?.name ?? "";
    // A session may be left running: then the game that won is the player's own.
    const mine = queries.getQueryData<OpenSession | null>(OPEN_SESSION)?.id === machineId;
    const words = { name, amount: money(amount) };
    toast.success(mine ? t("lobby.jackpotMine", words) : t("lobby.jackpotHit", words), {
      lasts: mine ? "banner" : "message",
    });
  });
  const follow = useEffectEvent(() => startJackpots({ onJackpot, onHit }));
  useEffect(() => follow(), []);
  return null;
}

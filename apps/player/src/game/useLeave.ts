/** Leaving the machine. With credit on it, navigation is blocked until the player has confirmed it. */
import { useQueryClient } from "@tanstack/react-query";
import { useBlocker, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { toast } from "@reelcast/ui";
import { useLogin } from "../auth/loginState.ts";
import { endToast, forgetSession, limitToast } from "../auth/openSession.ts";
import { keepSeatEnd } from "../auth/seatEnds.ts";
import { useT } from "../i18n/index.ts";
import type { GameSession } from "../session/game.ts";
import type { SeatView } from "../session/seat.ts";
import { useOwnMoneyText } from "../shell/ownMoney.tsx";
import { useWayToLobby } from "../shell/wayToLobby.ts";
import { showError } from "./showError.ts";

/** The machine's number in an address; undefined: the address of another screen. */
const gameIn = (params: object) => ("gameId" in params ? params.gameId : undefined);

export interface Leave {
  /** The player has asked to leave, and the session has not ended yet. */
  leaving: boolean;
  /** The session ends, for whatever reason: nothing can be pressed. */
  isEnding: boolean;
  /** Money is on the machine, or a game runs. */
  atStake: boolean;
  /** Another tab, or this one before a reload, has asked to leave: the session is being ended. */
  cashingOut: boolean;
  /** The player is asked whether to leave. */
  asking: boolean;
  stay: () => void;
  /** The answer to that question. */
  confirm: () => void;
  /** Ends the session, then shows the lobby. */
  leave: () => void;
  toLobby: () => void;
  /** Goes to the requested page at once. The session ends by itself. */
  goAtOnce: () => void;
  /** The button: leaves, or asks first if money is at stake. */
  request: () => void;
}

/** The message of the end says what became of it. */
const showUnlessSaid = (session: string | undefined) => (error: unknown) => {
  if (![endToast(session), limitToast(session)].some((id) => toast.isOpen(id))) showError(error);
};

export function useLeave(game: GameSession, view: SeatView): Leave {
  const t = useT();
  const money = useOwnMoneyText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  /** Set once leaving was confirmed: navigation is no longer blocked. */
  const confirmed = useRef(false);
  const { meters, session, machine, closing, refusal } = view;
  const playerId = useLogin()?.user.id;
  const live = view.connection.kind === "live";
  const cashingOut = session?.state === "cashout";
  const isEnding = leaving || cashingOut || closing !== null || refusal !== null;
  const atStake = live && meters !== null && (meters.credit > 0 || meters.phase !== "idle");
  const blocker = useBlocker({
    // The name in the address may change: that leaves nothing.
    shouldBlockFn: ({ current, next }) =>
      atStake && !confirmed.current && !isEnding && gameIn(next.params) !== gameIn(current.params),
    withResolver: true,
    enableBeforeUnload: false,
  });

  async function awaitEnd(then: () => void): Promise<void> {
    const amount = await game.leave();
    if (amount > 0) toast.success(t("game.withdrawn", { amount: money(amount) }), { id: endToast(session?.id) });
    if (playerId !== undefined && session && machine)
      keepSeatEnd(playerId, { session: session.id, name: machine.name, reason: "leave", amount });
    forgetSession(queries);
    confirmed.current = true;
    then();
  }
  async function leave(then: () => void): Promise<void> {
    setLeaving(true);
    try {
      await awaitEnd(then);
    } catch (error) {
      showError(error);
      setLeaving(false);
    }
  }
  const toLobby = useWayToLobby();
  const followEnd = useEffectEvent(() => void awaitEnd(toLobby).catch(showUnlessSaid(session?.id)));
  useEffect(() => {
    if (cashingOut) followEnd();
  }, [cashingOut]);

  return {
    leaving,
    isEnding,
    atStake,
    cashingOut,
    asking: blocker.status === "blocked",
    stay: () => blocker.reset?.(),
    confirm: () =>
      void leave(() => {
        if (blocker.next?.fullPath !== "/lobby") return blocker.proceed?.();
        blocker.reset?.();
        toLobby();
      }),
    leave: () => void leave(toLobby),
    toLobby,
    goAtOnce() {
      confirmed.current = true;
      if (blocker.status === "blocked") blocker.proceed();
      else toLobby();
    },
    request() {
      // Asked about first: what is asked about is a step to another page.
      if (atStake) void navigate({ to: "/lobby" });
      else if (!live) toLobby();
      else void leave(toLobby);
    },
  };
}

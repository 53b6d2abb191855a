/**
 * Rendered with every screen while a player is logged in: live updates of the query cache, and the dialog for an open
 * session.
 */
import { noteSettingsVersion } from "../startup/settings.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Suspense, useEffect, useEffectEvent, useRef } from "react";
import type { RefObject } from "react";
import type { SessionEnd } from "@reelcast/contract";
import { reloadAll } from "@reelcast/client/reloadQueries";
import { toast } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { watchIdle } from "../auth/activity.ts";
import { lock, mayLock } from "../auth/lock.ts";
import { fetchLock } from "../auth/LockCover.tsx";
import {
  answerQuestion,
  askAboutSession,
  awaitSession,
  forgetSession,
  isSessionKnown,
  keepSession,
  openSessionIn,
  setQuestion,
  useOpenSession,
  useSessionQuestion,
} from "../auth/openSession.ts";
import { useLogin } from "../auth/loginState.ts";
import { askForPin, usePinQuestion } from "../auth/pinChoice.ts";
import { t } from "../i18n/index.ts";
import { startNotifications } from "../session/notifications.ts";
import type { NotificationEvents } from "../session/notifications.ts";
import { readBalance, setBalance, useChecking } from "../shell/balance.ts";
import { setNewPlay } from "../shell/newPlay.ts";
import { useOwnMoneyText } from "../shell/ownMoney.tsx";
import { setServerReachable } from "../shell/serverReachable.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { createStatusWriter } from "./statusWriter.ts";

const ReconnectDialog = lazyPart(() => import("../auth/ReconnectDialog.tsx"), "reconnect");
const PinChoice = lazyPart(() => import("../auth/PinChoice.tsx"), "lock", "profile");
const LimitPrompt = lazyPart(() => import("../profile/protection/LimitPrompt.tsx"), "profile", "protection");
/** The screens come first. */
const RENEWAL_WAITS_MS = 10_000;
/** Whether this is the screen of that machine. */
const isGameOf = (machineId: number, pathname: string) => pathname.startsWith(`/game/${machineId}/`);

/** Keeps the login from running out. */
function useRenewal(playerId: number | undefined): void {
  useEffect(() => {
    if (playerId === undefined) return;
    let stop: (() => void) | undefined;
    let over = false;
    // Needed in hours, and fetched now: by then the server may have another version of it.
    const timer = setInterval(() => {
      import("../session/renewal.ts").then(
        ({ keepLogin }) => {
          clearInterval(timer);
          if (!over) stop ??= keepLogin();
        },
        () => {},
      );
    }, RENEWAL_WAITS_MS);
    return () => {
      over = true;
      clearInterval(timer);
      stop?.();
    };
  }, [playerId]);
}

/** Puts what the server pushes into the query cache. `path` is the address that is shown. */
function usePushes(playerId: number | undefined, path: RefObject<string>): void {
  const queries = useQueryClient();
  const money = useOwnMoneyText();
  const onEnd = useEffectEvent((end: SessionEnd) => {
    if (openSessionIn(queries)?.session !== end.session) return;
    const saysItself = forgetSession(queries);
    // A player who leaves knows it: what is paid is news, and at the machine the game shows it.
    const isKnown = end.reason === "leave" && (end.amount === 0 || isGameOf(end.id, path.current));
    if (saysItself || isKnown || playerId === undefined) return;
    void import("../auth/showSessionEnd.ts").then(({ showSessionEnd }) => showSessionEnd(playerId, end, money));
  });
  useEffect(() => {
    if (playerId === undefined) return;
    const statuses = createStatusWriter(queries);
    let connections = 0;
    const events: NotificationEvents = {
      playerId,
      onMachine: statuses.push,
      onBalance: (balance) => setBalance(queries, { balance }),
      onChecking: (checking) => setBalance(queries, { checking }),
      onReach: setServerReachable,
      onSettings: noteSettingsVersion,
      onNewPlay: (isPermitted) => setNewPlay(queries, isPermitted),
      knownSession: () => openSessionIn(queries)?.session,
      onOpenSession({ session, ended }) {
        if (ended) onEnd(ended);
        if (session) keepSession(queries, session);
        else if (session === null) forgetSession(queries);
        // What was known before the first connection is as new as this.
        else if (connections > 1 || !isSessionKnown(queries)) awaitSession(queries);
      },
      onSession(push) {
        if (push.status === "ended") onEnd(push);
        else if (push.status === "show" && !isGameOf(push.id, path.current)) askAboutSession(queries, push);
        else keepSession(queries, push);
      },
      onChat: (params) =>
        void import("../shell/chat/index.ts").then(({ onChatMessage }) => onChatMessage(queries, playerId, params)),
      onConnected() {
        connections += 1;
        // What was pushed while the connection was lost is read again.
        if (connections > 1) void reloadAll(queries);
      },
    };
    const stop = startNotifications(events);
    return () => {
      statuses.stop();
      stop();
      setServerReachable(true);
    };
  }, [playerId, path, queries]);
}

/** Locks the screen when the player has been idle for too long. */
function useIdleLock(playerId: number | undefined): void {
  const { pinCheck, idleTimeoutMs, idleThrottleMs } = useSettings();
  useEffect(() => {
    if (playerId === undefined || !pinCheck) return;
    if (mayLock()) fetchLock();
    return watchIdle({ timeoutMs: idleTimeoutMs, throttleMs: idleThrottleMs, onIdle: lock });
  }, [playerId, pinCheck, idleTimeoutMs, idleThrottleMs]);
}

/** Shows a toast once the money that was being checked has arrived. */
function useCheckingEnd(): void {
  const queries = useQueryClient();
  const checking = useChecking();
  const money = useOwnMoneyText();
  const checked = useRef(checking);
  const showEnd = useEffectEvent(async () => {
    // The push of the new balance may come a moment later: it is read.
    const { balance, checking: left } = await readBalance(queries);
    if (left === 0) toast.success(t("shell.checkingOver", { balance: money(balance) }), { lasts: "banner" });
  });
  useEffect(() => {
    const over = (checked.current ?? 0) > 0 && checking === 0;
    checked.current = checking;
    // What can't be read now shows where it stands, as soon as it can.
    if (over) void showEnd().catch(() => {});
  }, [checking]);
}

/** Asks for a new password where the present one has expired. */
function usePasswordWarning(expired: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!expired) return;
    toast.warning(t("shell.passwordExpired"), {
      id: "password-expired",
      lasts: "banner",
      action: {
        label: t("shell.changePassword"),
        run: () => {
          toast.close("password-expired");
          void navigate({ to: "/profile/{-$profileId}", hash: "password" });
        },
      },
    });
    return () => toast.close("password-expired");
  }, [expired, navigate]);
}

export interface PlayerRootProps {
  /** Whether the lock covers the screen. */
  covered: boolean;
}

export default function PlayerRoot({ covered }: PlayerRootProps) {
  const house = useSettings();
  const login = useLogin();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const open = useOpenSession();
  const asked = useSessionQuestion();
  const path = useRef(pathname);
  const found = open !== null && isGameOf(open.id, pathname);
  useEffect(() => {
    path.current = pathname;
    if (found) answerQuestion(queries);
  }, [pathname, found, queries]);

  const playerId = login?.user.id;
  useRenewal(playerId);
  usePushes(playerId, path);
  useIdleLock(playerId);
  useCheckingEnd();
  usePasswordWarning(login?.password_expired === true);

  const choosesPin = usePinQuestion();
  // The question is of this player alone.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another player ends it
  useEffect(() => () => askForPin(false), [playerId]);
  if (covered) return null;
  if (open && asked && !found)
    return (
      <Suspense>
        <ReconnectDialog key={open.session} session={open} onClose={() => setQuestion(queries, "closed")} />
      </Suspense>
    );
  return (
    <Suspense>
      {choosesPin ? (
        <PinChoice onClose={() => askForPin(false)} />
      ) : playerId !== undefined && house.limitPrompt ? (
        // Of this player alone.
        <LimitPrompt key={playerId} />
      ) : null}
    </Suspense>
  );
}

/**
 * What the desk's screen reads and sends: the lists and the chat are read again at each change, messages are sent once under an
 * id of their own, and who else has the chat open is kept for some seconds.
 */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { DeskChange, PRESENCE_MS } from "@reelcast/contract/console";
import type { DeskDialog, DeskListState, DeskMessage } from "@reelcast/contract/console";
import { toast } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useTopic } from "../../api/live.ts";
import { useReload } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { useMe } from "../../session/me.ts";
import { draftOf, useDraft } from "./drafts.ts";
import type { PendingMessage } from "./drafts.ts";

export type Owner = "mine" | "nobody" | undefined;
const PAGE = 100;
/** Less than the time for which a presence holds. */
const PRESENCE_EVERY_MS = 10_000;
const TYPING_MS = 4_000;

/** The chats of a list, page by page. While another list loads, the one before stays. */
export const useChats = (state: DeskListState, owner: Owner) =>
  useInfiniteQuery({
    queryKey: ["deskChats", { state, owner }],
    queryFn: ({ pageParam, signal }) => {
      const query = { state, ...(owner === undefined ? {} : { owner }), limit: PAGE };
      return call(
        "deskChats",
        { query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      );
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      // A chat that has moved while the pages were read is where it was read first.
      items: [...new Map(pages.flatMap(({ items }) => items.map((chat) => [chat.playerId, chat]))).values()],
      counts: pages[0]?.counts,
    }),
  });

export interface Presence {
  by: string;
  typing: boolean;
}

/** Reads what has changed again, and keeps who else looks at this player's chat. */
export function useDeskChanges(player: number | null): readonly Presence[] {
  const reload = useReload();
  const { name } = useMe();
  const [present, setPresent] = useState<readonly (Presence & { player: number; until: number })[]>([]);
  useTopic("chat", (raw) => {
    const { data: change } = DeskChange.safeParse(raw);
    if (!change) return;
    if (change.kind === "presence") {
      if (change.by === name) return;
      const { playerId, by, typing } = change;
      const entry = { player: playerId, by, typing, until: performance.now() + PRESENCE_MS };
      setPresent((before) => [...before.filter((one) => one.by !== by || one.player !== playerId), entry]);
      return;
    }
    const isMissed = change.kind === "missed";
    if (isMissed || change.kind === "canned") void reload("cannedAnswers");
    if (isMissed || change.kind === "chat") void reload("deskChats");
    if (isMissed || (change.kind === "chat" && change.playerId === player)) void reload("deskDialog");
  });
  useEffect(() => {
    if (present.length === 0) return undefined;
    const timer = setInterval(
      () => setPresent((before) => before.filter(({ until }) => until > performance.now())),
      PRESENCE_MS / 3,
    );
    return () => clearInterval(timer);
  }, [present.length]);
  return present.filter((one) => one.player === player);
}

/** Says that this member has the chat open, now and then, and at once when they begin or stop to write. */
export function useOwnPresence(player: number): { onTyping: () => void } {
  const [typing, setTyping] = useState(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const notify = useEffectEvent(() => {
    // Nothing depends on it.
    call("deskPresence", { params: { id: player }, body: { typing } }).catch(() => {});
  });
  useEffect(() => {
    notify();
    const timer = setInterval(notify, PRESENCE_EVERY_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- said at once when they change
  }, [player, typing]);
  useEffect(() => () => clearTimeout(pause.current), []);
  return {
    onTyping: useCallback(() => {
      setTyping(true);
      clearTimeout(pause.current);
      pause.current = setTimeout(() => setTyping(false), TYPING_MS);
    }, []),
  };
}

export interface Sending {
  pending: readonly PendingMessage[];
  send: (text: string) => void;
  again: (message: PendingMessage) => void;
  drop: (clientId: string) => void;
}

/**
 * Sends answers: each under an id of its own, so that one that is sent again is written once. One that fails while another chat
 * is open is kept, and a toast names the player.
 */
export function useSending(player: number, username: string, messages: readonly DeskMessage[]): Sending {
  const t = useT();
  const reload = useReload();
  const { pending } = useDraft(player);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  function attempt({ clientId, text }: Pick<PendingMessage, "clientId" | "text">): void {
    draftOf.mark(player, clientId, null);
    call("answerChat", { params: { id: player }, body: { text, clientId } }).then(
      async () => {
        await reload("deskDialog");
        draftOf.drop(player, clientId);
      },
      (error: unknown) => {
        draftOf.mark(player, clientId, error);
        if (!isOpen.current) toast.error(t("desk.notSentTo", { name: username }));
      },
    );
  }
  const stored = new Set(messages.map(({ clientId }) => clientId));
  return {
    pending: pending.filter(({ clientId }) => !stored.has(clientId)),
    send(text) {
      const message = { clientId: crypto.randomUUID(), text, failed: null };
      draftOf.add(player, message);
      attempt(message);
    },
    again: attempt,
    drop: (clientId) => draftOf.drop(player, clientId),
  };
}

/** Says to the desk that the newest messages have been seen, while the page is visible. */
export function useSeen(player: number, dialog: DeskDialog | undefined): void {
  const last = dialog?.messages.findLast(({ byDesk }) => !byDesk)?.id ?? 0;
  useEffect(() => {
    if (last === 0) return undefined;
    const notify = () => {
      if (document.visibilityState === "visible")
        // Tried again with the next message.
        call("deskSeen", { params: { id: player }, body: { message: last } }).catch(() => {});
    };
    notify();
    document.addEventListener("visibilitychange", notify);
    return () => document.removeEventListener("visibilitychange", notify);
  }, [player, last]);
}

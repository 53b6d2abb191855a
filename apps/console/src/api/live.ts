/**
 * The socket of the console. Screens follow topics; each notification says what changed, and the screen reads it again. After
 * an interruption everything on the screen is read again, because nobody knows what was missed.
 */
import { clock } from "@reelcast/contract/clock";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { reloadAll } from "@reelcast/client/reloadQueries";
import { createRpcSocket } from "@reelcast/client/socket";
import type { RpcSocket } from "@reelcast/client/socket";
import { socketUrl } from "@reelcast/client";
import { browserTransport } from "@reelcast/client/transport";
import { CONSOLE_SOCKET } from "@reelcast/contract/console";
import type { ConsoleTopic } from "@reelcast/contract/console";
import { session, useSession } from "../session/store.ts";
import { call } from "./index.ts";

/** connecting: for the first time, or for less than a second; away: the server can't be reached. */
export type Link = { state: "connecting" | "live" } | { state: "away"; since: number };
/** What changed, e.g. "member 3", with what the topic says about it. */
export interface Change {
  key: string;
  [field: string]: unknown;
}

const AWAY_AFTER_TRIES = 2;
const followers = new Map<ConsoleTopic, Set<(change: Change) => void>>();
const listeners = new Set<() => void>();
let link: Link = { state: "connecting" };
let socket: RpcSocket<typeof CONSOLE_SOCKET> | null = null;

function setLink(next: Link): void {
  if (next.state === link.state) return;
  link = next;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useLink = (): Link => useSyncExternalStore(subscribe, () => link);

/** What the connection was last asked to follow: `init` may be under way for seconds, and screens come and go meanwhile. */
let asked = "";
function topics() {
  const wanted = [...followers.keys()];
  asked = wanted.join();
  return { topics: wanted };
}
/** A change to another screen that follows the same topic sends nothing. */
let sending = false;
function sendTopics(): void {
  if (sending) return;
  sending = true;
  queueMicrotask(() => {
    sending = false;
    // Where it fails the connection is over, and the next one begins with the topics of that moment.
    if (link.state === "live") socket?.request("follow", topics()).catch(() => {});
  });
}

const transport = browserTransport({
  async address(name) {
    const { ticket } = await call("socketTicket", { body: {} });
    return socketUrl("/ws", name, ["ticket", ticket], location.href);
  },
  hasLogin: () => session.token() !== null,
});

/** Keeps a connection until the returned function is called. @param onFollowing from now on changes are said */
function startLive(onFollowing: (isFirst: boolean) => void): () => void {
  let isFirst = true;
  link = { state: "connecting" };
  const opened = createRpcSocket(
    CONSOLE_SOCKET,
    topics,
    {
      onConnection(connection) {
        if (connection.kind === "live") setLink({ state: "live" });
        else if (connection.kind === "ended" || connection.attempt >= AWAY_AFTER_TRIES)
          setLink({ state: "away", since: clock.now() });
        else if (link.state === "live") setLink({ state: "connecting" });
      },
      onReady() {
        const begin = () => onFollowing(isFirst);
        // Screens may have come while the connection began.
        if ([...followers.keys()].join() === asked) begin();
        else opened.request("follow", topics()).then(begin, () => {});
        isFirst = false;
      },
      onNotification(method, params) {
        for (const onChange of followers.get(method as ConsoleTopic) ?? []) onChange(params as Change);
      },
    },
    transport,
  );
  socket = opened;
  return () => {
    opened.close();
    if (socket === opened) socket = null;
  };
}

/**
 * Keeps a connection while somebody is signed in. What changed before it was there was not said, so everything on the screen is
 * read again; with the first connection not what has versions, by which it finds by itself what it has missed.
 */
export function useLive(): void {
  const queries = useQueryClient();
  const isOpen = useSession().kind === "open";
  useEffect(
    () =>
      isOpen
        ? startLive((isFirst) => void reloadAll(queries, ({ meta }) => !isFirst || meta?.["hasVersions"] !== true))
        : undefined,
    [isOpen, queries],
  );
}

/** Follows a topic while the component is there: `useTopic("staff", () => void reload("staff"))`. */
export function useTopic(topic: ConsoleTopic, onChange: (change: Change) => void): void {
  const run = useEffectEvent(onChange);
  useEffect(() => {
    const listener = (change: Change) => run(change);
    const all = followers.get(topic) ?? new Set();
    if (all.size === 0) {
      followers.set(topic, all);
      sendTopics();
    }
    all.add(listener);
    return () => {
      all.delete(listener);
      if (all.size > 0) return;
      followers.delete(topic);
      sendTopics();
    };
  }, [topic]);
}

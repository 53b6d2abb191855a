/**
 * `/ws/notifications`: statuses of machines for all; balance, money being checked, open session and chat for the player
 * that they belong to.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { OpenSession, SessionEnd } from "@reelcast/contract";
import type { Bus } from "../../bus/bus.ts";
import { createFanout } from "./fanout.ts";
import type { Channel, Handlers } from "./rpc.ts";

const SEEN_EVERY_MS = 60_000;
const READ_AT_ONCE = 4;

export interface NotificationParts {
  bus: Bus;
  /** What a player gets after `init`. */
  balance: (playerId: number) => Promise<number>;
  checking: (playerId: number) => Promise<number>;
  openSession: (playerId: number) => Promise<OpenSession | null>;
  /** How a session of the player ended; null if it has not. */
  endOf: (playerId: number, sessionId: string) => Promise<SessionEnd | null>;
  /** Called with the players whose sockets are open: with one when it opens, with all of them every minute. */
  seen?: (playerIds: readonly number[]) => void;
}

/** Sessions that end while they are read: their end may be sent before what was read, which is then no longer true. */
function createEnds(bus: Bus) {
  const watches = new Set<{ playerId: number; ended: Set<string> }>();
  const close = bus.subscribe("player.session", ({ playerId, push }) => {
    if (push.status !== "ended") return;
    for (const watch of watches) if (watch.playerId === playerId) watch.ended.add(push.session);
  });
  return {
    close,
    watch(playerId: number) {
      const watch = { playerId, ended: new Set<string>() };
      watches.add(watch);
      return {
        stillOpen: (found: OpenSession | null) =>
          found?.session !== undefined && watch.ended.has(found.session) ? null : found,
        stop: () => void watches.delete(watch),
      };
    },
  };
}

/** A few at a time; those that fail are left out. */
async function forEachPlayer(playerIds: number[], work: (playerId: number) => Promise<void>): Promise<void> {
  const next = async (): Promise<void> => {
    for (let id = playerIds.pop(); id !== undefined; id = playerIds.pop()) await work(id).catch(() => {});
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, next));
}

type Notify = (playerId: number, method: string, params: object) => void;
/** Balances and sessions have no version: after an interruption of the bus they are read again, and sent. */
function createReading(
  { balance, checking, openSession }: Pick<NotificationParts, "balance" | "checking" | "openSession">,
  notify: Notify,
) {
  return async (id: number): Promise<void> => {
    const [amount, checked, session] = await Promise.all([balance(id), checking(id), openSession(id)]);
    notify(id, "balance", { balance: amount });
    notify(id, "checking", { checking: checked });
    if (session) notify(id, "session", { ...session, status: "changed" });
  };
}

export function createNotifications({ bus, balance, checking, openSession, endOf, seen }: NotificationParts) {
  const fanout = createFanout();
  const byPlayer = new Map<number, Set<Channel>>();
  const ends = createEnds(bus);
  const notify: Notify = (playerId, method, params) => {
    for (const channel of byPlayer.get(playerId) ?? []) fanout.toOne(channel, method, params);
  };
  const subscriptions = [
    bus.subscribe("machine.status", ({ id, status }) => fanout.toAll(`machine ${id}`, "machine", { id, status })),
    bus.subscribe("player.balance", ({ playerId, balance: amount }) =>
      notify(playerId, "balance", { balance: amount }),
    ),
    bus.subscribe("player.checking", ({ playerId, checking: amount }) =>
      notify(playerId, "checking", { checking: amount }),
    ),
    bus.subscribe("player.session", ({ playerId, push }) => notify(playerId, "session", push)),
    bus.subscribe("chat.changed", ({ playerId, ...push }) => {
      // A newly introduced player becomes visible from now on.
      if (push.message === undefined && byPlayer.has(playerId)) seen?.([playerId]);
      notify(playerId, "chat", push);
    }),
  ];
  const readAgain = createReading({ balance, checking, openSession }, notify);
  subscriptions.push(
    bus.onChange((up) => {
      if (up) void forEachPlayer([...byPlayer.keys()], readAgain);
    }),
  );
  const alive = setInterval(() => {
    if (byPlayer.size > 0) seen?.([...byPlayer.keys()]);
  }, SEEN_EVERY_MS);
  alive.unref();

  const handlers: Handlers<"notifications"> = {
    async init({ id, session: known }, channel) {
      if (id !== channel.who.playerId) throw new AppError(ErrorCode.NotPermitted);
      fanout.join(channel);
      const channels = byPlayer.get(id) ?? new Set();
      byPlayer.set(id, channels.add(channel));
      seen?.([id]);
      const read = ends.watch(id);
      try {
        // Joined before the values are read: a change in between is sent twice, and never missed.
        const [amount, checked, found] = await Promise.all([balance(id), checking(id), openSession(id)]);
        const session = read.stillOpen(found);
        fanout.toOne(channel, "balance", { balance: amount });
        if (checked > 0) fanout.toOne(channel, "checking", { checking: checked });
        if (session) fanout.toOne(channel, "session", session);
        const ended = known !== undefined && known !== session?.session ? await endOf(id, known) : null;
        return { session: read.stillOpen(session), ...(ended && { ended }) };
      } finally {
        read.stop();
      }
    },
  };

  return {
    handlers,
    onClose(channel: Channel) {
      fanout.leave(channel);
      const channels = byPlayer.get(channel.who.playerId);
      channels?.delete(channel);
      if (channels?.size === 0) byPlayer.delete(channel.who.playerId);
    },
    close() {
      for (const end of subscriptions) end();
      ends.close();
      clearInterval(alive);
      fanout.close();
    },
  };
}

/**
 * `/ws/notifications`: statuses of the machines that a client shows; balance, money being checked, open session and chat for the player
 * that they belong to.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { HousePush, OpenSession, SessionEnd, SessionPush } from "@reelcast/contract";
import type { Bus, Topics } from "../../bus/bus.ts";
import type { SettingsStore } from "../../settings/index.ts";
import type { Space } from "../../storage/index.ts";
import { createFanout } from "./fanout.ts";
import { LastSent } from "./lastSent.ts";
import type { Channel, Handlers } from "./rpc.ts";
import { ShownByChannel } from "./shownMachines.ts";
import type { ShownFloor } from "./shownMachines.ts";

const SEEN_EVERY_MS = 60_000;
const READ_AT_ONCE = 4;
/** An interruption is noticed so much later than it began, at most. */
const NOTICED_WITHIN_MS = 5_000;

/** Minor units; without `version` its order is not known. */
interface Balance {
  balance: number;
  version?: number;
}
export interface NotificationParts {
  bus: Bus;
  machines: ShownFloor;
  /** What a player gets after `init`. */
  balance: (playerId: number) => Promise<Balance>;
  checking: (playerId: number) => Promise<number>;
  openSession: (playerId: number) => Promise<OpenSession | null>;
  /** How a session of the player ended; null if it has not. */
  endOf: (playerId: number, sessionId: string) => Promise<SessionEnd | null>;
  /** Whether the house can write what new play needs. Without it, it always can. */
  space?: Pick<Space, "level" | "onChange">;
  /** Without it, clients learn of new settings by the answers to their calls. */
  settings?: Pick<SettingsStore, "version" | "onChange">;
  /** The chats of these players in which somebody wrote within the last so many ms. */
  chatsChangedWithin: (playerIds: readonly number[], ms: number) => Promise<Topics["chat.changed"][]>;
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
/** Reads all of a player again, and sends it; also that a session has ended meanwhile. */
function createReading(
  { balance, checking, openSession, endOf }: Pick<NotificationParts, "balance" | "checking" | "openSession" | "endOf">,
  notify: Notify,
  last: LastSent,
) {
  return async (id: number): Promise<void> => {
    const [{ balance: amount, version }, checked, session] = await Promise.all([
      balance(id),
      checking(id),
      openSession(id),
    ]);
    if (last.isNewBalance(id, version)) notify(id, "balance", { balance: amount });
    notify(id, "checking", { checking: checked });
    const known = last.openSession(id);
    const ended = known !== null && known !== session?.session ? await endOf(id, known) : null;
    const push: SessionPush | null = session ? { ...session, status: "changed" } : ended;
    if (!push) return;
    last.noteSession(id, push);
    notify(id, "session", push);
  };
}

/**
 * After an interruption of the bus all is read again, and those in whose chats somebody wrote meanwhile fetch them again.
 * @param players those who have a socket here
 */
function followInterruptions(
  parts: NotificationParts,
  notify: Notify,
  last: LastSent,
  players: () => number[],
): () => void {
  const readAgain = createReading(parts, notify, last);
  let downSince = performance.now();
  async function notifyOfMissedMessages(ms: number): Promise<void> {
    for (const { playerId, chatId, contactId } of await parts.chatsChangedWithin(players(), ms))
      notify(playerId, "chat", { chatId, contactId, missed: true });
  }
  return parts.bus.onChange((up) => {
    const now = performance.now();
    if (!up) return void (downSince = now);
    // A database that does not answer just now: the chats are fetched when they are opened.
    notifyOfMissedMessages(now - downSince + NOTICED_WITHIN_MS).catch(() => {});
    void forEachPlayer(players(), readAgain);
  });
}

/** What is published of players goes to their own sockets. @param isHere whether the player has one */
function followPlayers(
  { bus, seen }: Pick<NotificationParts, "bus" | "seen">,
  notify: Notify,
  last: LastSent,
  isHere: (playerId: number) => boolean,
): (() => void)[] {
  return [
    bus.subscribe("player.balance", ({ playerId, balance: amount, version }) => {
      if (last.isNewBalance(playerId, version)) notify(playerId, "balance", { balance: amount });
    }),
    bus.subscribe("player.checking", ({ playerId, checking: amount }) =>
      notify(playerId, "checking", { checking: amount }),
    ),
    bus.subscribe("player.session", ({ playerId, push }) => {
      last.noteSession(playerId, push);
      notify(playerId, "session", push);
    }),
    bus.subscribe("chat.changed", ({ playerId, ...push }) => {
      // A newly introduced player becomes visible from now on.
      if (push.message === undefined && isHere(playerId)) seen?.([playerId]);
      notify(playerId, "chat", push);
    }),
  ];
}

/** What holds for all players, as the push `house` says it. */
const houseOf = ({ space, settings }: Pick<NotificationParts, "space" | "settings">) => ({
  newPlay: space?.level !== "full",
  ...(settings && { settings: settings.version() }),
});
/** All sockets are notified when new play is refused or permitted again, and of each version of the settings. */
function followHouse(parts: NotificationParts, notifyAll: (house: HousePush) => void): (() => void)[] {
  const { space, settings } = parts;
  let wasPermitted = houseOf(parts).newPlay;
  return [
    space?.onChange((level) => {
      const isPermitted = level !== "full";
      if (isPermitted !== wasPermitted) notifyAll(houseOf(parts));
      wasPermitted = isPermitted;
    }),
    settings?.onChange(() => notifyAll(houseOf(parts))),
  ].filter((stop) => stop !== undefined);
}

export function createNotifications(parts: NotificationParts) {
  const { bus, balance, checking, openSession, endOf, seen } = parts;
  const fanout = createFanout();
  const byPlayer = new Map<number, Set<Channel>>();
  const shownBy = new ShownByChannel(fanout, parts.machines, (playerId) => byPlayer.get(playerId) ?? []);
  const ends = createEnds(bus);
  const last = new LastSent();
  const notify: Notify = (playerId, method, params) => {
    for (const channel of byPlayer.get(playerId) ?? []) fanout.toOne(channel, method, params);
  };
  const subscriptions = followPlayers(parts, notify, last, (playerId) => byPlayer.has(playerId));
  subscriptions.push(bus.subscribe("machine.status", (change) => shownBy.announce(change)));
  subscriptions.push(followInterruptions(parts, notify, last, () => [...byPlayer.keys()]));
  subscriptions.push(...followHouse(parts, (house) => fanout.toAll("house", "house", house)));
  const alive = setInterval(() => {
    if (byPlayer.size > 0) seen?.([...byPlayer.keys()]);
  }, SEEN_EVERY_MS);
  alive.unref();

  const handlers: Handlers<"notifications"> = {
    async init({ id, session: known, shown }, channel) {
      if (id !== channel.who.playerId) throw new AppError(ErrorCode.NotPermitted);
      fanout.join(channel);
      const channels = byPlayer.get(id) ?? new Set();
      byPlayer.set(id, channels.add(channel));
      last.begin(id);
      seen?.([id]);
      const read = ends.watch(id);
      try {
        const answered = shown && (await shownBy.show(channel, shown));
        // Joined before the values are read: a change in between is sent twice, and never missed.
        const [now, checked, found] = await Promise.all([balance(id), checking(id), openSession(id)]);
        const session = read.stillOpen(found);
        if (last.isNewBalance(id, now.version)) fanout.toOne(channel, "balance", { balance: now.balance });
        // Also that there is none: the client may have read it before the money arrived.
        fanout.toOne(channel, "checking", { checking: checked });
        if (session) {
          last.noteSession(id, session);
          fanout.toOne(channel, "session", session);
        }
        const { newPlay, ...house } = houseOf(parts);
        const ended = known !== undefined && known !== session?.session ? await endOf(id, known) : null;
        return {
          session: read.stillOpen(session),
          ...(ended && { ended }),
          ...(newPlay ? {} : { newPlay }),
          ...house,
          ...answered,
        };
      } finally {
        read.stop();
      }
    },
    show: (shown, channel) => shownBy.show(channel, shown),
  };

  return {
    handlers,
    onClose(channel: Channel) {
      fanout.leave(channel);
      const channels = byPlayer.get(channel.who.playerId);
      channels?.delete(channel);
      if (channels?.size !== 0) return;
      byPlayer.delete(channel.who.playerId);
      last.forget(channel.who.playerId);
    },
    close() {
      for (const end of subscriptions) end();
      ends.close();
      clearInterval(alive);
      fanout.close();
    },
  };
}

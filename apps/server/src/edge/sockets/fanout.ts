/**
 * Sends the same notifications to many sockets: those of one time window are one JSON-RPC batch, which is serialised once for
 * all sockets. A slow reader is skipped; once it has caught up, it gets only the newest notification of each key. So no
 * queue grows without limit.
 */
import { SOCKET } from "@reelcast/contract";
import { notification } from "./rpc.ts";
import type { Channel } from "./rpc.ts";

/** Above it a socket gets no more shared frames until it has read what it has. */
const LAGGING_BYTES = 64 * 1024;

interface Member {
  channel: Channel;
  /** Its own notifications of this window, in order. */
  own: string[];
  /** Keys that it missed while it lagged. */
  missed: Set<string>;
}

export interface Fanout {
  join(channel: Channel): void;
  leave(channel: Channel): void;
  /** To all: of each key only the newest notification of a window is sent. */
  toAll(key: string, method: string, params: object): void;
  /** To one socket, in the same batch. */
  toOne(channel: Channel, method: string, params: object): void;
  readonly size: number;
  close(): void;
}

export function createFanout(windowMs: number = SOCKET.batchWindowMs): Fanout {
  const members = new Map<Channel, Member>();
  /** Newest text of each key, for members that lag. */
  const newest = new Map<string, string>();
  const shared = new Map<string, string>();
  const lagging = new Set<Member>();
  let timer: NodeJS.Timeout | undefined;

  const frameOf = (parts: readonly string[]) => (parts.length === 1 ? (parts[0] ?? "") : `[${parts.join(",")}]`);

  function schedule(): void {
    timer ??= setTimeout(flush, windowMs);
    timer.unref();
  }

  function flush(): void {
    timer = undefined;
    const common = [...shared.values()];
    const frame = common.length > 0 ? Buffer.from(frameOf(common)) : null;
    for (const member of members.values()) {
      const { channel, own, missed } = member;
      if (channel.backlog > LAGGING_BYTES) {
        for (const key of shared.keys()) missed.add(key);
        if (missed.size > 0) lagging.add(member);
        // Own notifications are few and limited by the channel: they are sent even to a slow reader.
        if (own.length > 0) channel.sendFrame(frameOf(own));
      } else if (missed.size > 0) {
        for (const key of shared.keys()) missed.add(key);
        const late = [...missed].flatMap((key) => newest.get(key) ?? []);
        missed.clear();
        lagging.delete(member);
        channel.sendFrame(frameOf([...own, ...late]));
      } else if (own.length > 0) {
        // Its own first: the state that it got on joining may be older than the notifications for all.
        channel.sendFrame(frameOf([...own, ...common]));
      } else if (frame) {
        channel.sendFrame(frame);
      }
      if (own.length > 0) member.own = [];
    }
    shared.clear();
    if (lagging.size === 0) newest.clear();
    else schedule();
  }

  return {
    join(channel) {
      members.set(channel, { channel, own: [], missed: new Set() });
    },
    leave(channel) {
      const member = members.get(channel);
      if (!member) return;
      members.delete(channel);
      lagging.delete(member);
    },
    toAll(key, method, params) {
      const text = notification(method, params);
      shared.delete(key);
      shared.set(key, text);
      newest.set(key, text);
      schedule();
    },
    toOne(channel, method, params) {
      const member = members.get(channel);
      if (!member) return;
      member.own.push(notification(method, params));
      schedule();
    },
    get size() {
      return members.size;
    },
    close() {
      clearTimeout(timer);
      members.clear();
    },
  };
}

/**
 * What is sent to the console's sockets: parts of the house publish changes under a topic, and each socket that follows the topic
 * gets them, those of one moment as one batch. A slow reader gets only the newest change of each key.
 */
import { CONSOLE_TOPICS } from "@reelcast/contract/console";
import type { CONSOLE_SOCKET, ConsoleTopic } from "@reelcast/contract/console";
import type { output } from "zod/mini";
import { createFanout } from "../sockets/fanout.ts";
import type { Reader } from "../sockets/fanout.ts";

type Change<T extends ConsoleTopic> = output<(typeof CONSOLE_SOCKET)["notifications"][T]>;

export interface ConsoleFeed {
  /** To all who follow the topic. Who may follow it is checked when they do, and while they do. */
  publish<T extends ConsoleTopic>(topic: T, change: Change<T>): void;
  /** From now on the socket gets these topics, and no others. */
  follow(reader: Reader, topics: readonly ConsoleTopic[]): void;
  leave(reader: Reader): void;
  /**
   * Calls `begin` when somebody follows the topic, and what it returns when nobody does any more. One for each topic.
   * @param first what a socket gets with each request to follow: what changed before is not sent to it
   */
  whileFollowed<T extends ConsoleTopic>(topic: T, begin: () => () => void, first?: () => Change<T>): void;
  close(): void;
}

interface Source {
  begin: () => () => void;
  end: (() => void) | null;
  first: (() => Change<ConsoleTopic>) | undefined;
}

export function createConsoleFeed(): ConsoleFeed {
  const fanouts = new Map(CONSOLE_TOPICS.map((topic) => [topic, createFanout()]));
  const sources = new Map<ConsoleTopic, Source>();
  function lookAtFollowers(): void {
    for (const [topic, source] of sources) {
      const isFollowed = (fanouts.get(topic)?.size ?? 0) > 0;
      if (isFollowed) source.end ??= source.begin();
      else {
        source.end?.();
        source.end = null;
      }
    }
  }
  return {
    publish(topic, change) {
      fanouts.get(topic)?.toAll(change.key, topic, change);
    },
    follow(reader, topics) {
      for (const [topic, fanout] of fanouts) {
        fanout.leave(reader);
        if (topics.includes(topic)) fanout.join(reader);
      }
      lookAtFollowers();
      for (const topic of topics) {
        const first = sources.get(topic)?.first?.();
        if (first) fanouts.get(topic)?.toOne(reader, topic, first);
      }
    },
    leave(reader) {
      for (const fanout of fanouts.values()) fanout.leave(reader);
      lookAtFollowers();
    },
    whileFollowed(topic, begin, first) {
      sources.set(topic, { begin, end: null, first });
      lookAtFollowers();
    },
    close() {
      for (const { end } of sources.values()) end?.();
      sources.clear();
      for (const fanout of fanouts.values()) fanout.close();
    },
  };
}

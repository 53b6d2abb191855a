/**
 * Sends the display states of watched machines to the media process. While one state of a machine is being sent, only
 * the latest following one is queued, so that a slow or hung child costs no memory.
 */
import type { DisplayState, VideoSource } from "@reelcast/machine";
import type { ToMedia } from "./messages.ts";

export interface DisplayFeeds {
  /** Forwards a machine's states from now on. No effect if they are forwarded already. */
  begin(machineId: number, source: VideoSource & { kind: "drawn" }): void;
  end(machineId: number): void;
  stop(): void;
  size(): number;
}

interface Feed {
  unsubscribe: () => void;
  isSending: boolean;
  next: DisplayState | null;
}

export function createDisplayFeeds(send: (message: ToMedia, written: () => void) => void): DisplayFeeds {
  const feeds = new Map<number, Feed>();

  function forward(machineId: number, feed: Feed, display: DisplayState): void {
    feed.isSending = true;
    send({ type: "display", machineId, display }, () => {
      feed.isSending = false;
      const { next } = feed;
      feed.next = null;
      if (next && feeds.get(machineId) === feed) forward(machineId, feed, next);
    });
  }

  const feedsApi: DisplayFeeds = {
    begin(machineId, source) {
      if (feeds.has(machineId)) return;
      const feed: Feed = { unsubscribe: () => {}, isSending: false, next: null };
      feeds.set(machineId, feed);
      feed.unsubscribe = source.subscribe((display) => {
        if (feed.isSending) feed.next = display;
        else forward(machineId, feed, display);
      });
    },
    end(machineId) {
      feeds.get(machineId)?.unsubscribe();
      feeds.delete(machineId);
    },
    stop() {
      for (const id of feeds.keys()) feedsApi.end(id);
    },
    size: () => feeds.size,
  };
  return feedsApi;
}

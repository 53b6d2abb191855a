/** Serves the pictures of this process to the edges of other processes. */
import type { Bus } from "../../bus/bus.ts";
import type { OwnVideo, Seat } from "../types.ts";
import { ALIVE, ALL_EDGES, LOST, MEDIA } from "./messages.ts";

const ALIVE_MS = 500;
/** Epochs of the connections for which pictures were made; the oldest are forgotten. */
const KEPT_EPOCHS = 2_000;

export interface ServedVideo {
  /** These seats have lost their picture. */
  lost(seats: readonly Seat[]): void;
  /** No new viewers from now on: each is notified, at a moment of its own within that time, to ask another node. */
  drain(withinMs: number): void;
  undoDrain(): void;
  stop(): void;
}

export function serveVideo({ bus, node, video }: { bus: Bus; node: string; video: OwnVideo }): ServedVideo {
  const epochs = new Map<string, number>();
  const moving = new Set<NodeJS.Timeout>();
  const stay = () => {
    for (const one of moving) clearTimeout(one);
    moving.clear();
  };
  let ends = false;
  let shown: string[] = [];
  const send = () => {
    // Without its port this node has no pictures to give.
    const isUsable = video.ports().video !== null;
    bus.send(ALIVE, node, { ends: ends || !isUsable, ...(shown.length > 0 ? { shown } : {}) });
    shown = [];
  };
  const stopServing = bus.serve(MEDIA, node, {
    ping: async () => ({}),
    sessions: async () => ({ sessionIds: [...epochs.keys()] }),
    async create(request) {
      epochs.delete(request.sessionId);
      epochs.set(request.sessionId, request.epoch);
      const [oldest] = epochs.keys();
      if (epochs.size > KEPT_EPOCHS && oldest !== undefined) epochs.delete(oldest);
      const created = await video.create(request);
      shown.push(request.sessionId);
      return created;
    },
    patch: ({ resource, ifMatch, ...request }) => video.patch(resource, { ...request, ifMatch: ifMatch ?? undefined }),
    async remove({ resource, ...requester }) {
      await video.remove(resource, requester);
      return {};
    },
    viewed: async ({ resource, ...requester }) => ({ isViewed: await video.isViewed(resource, requester) }),
    stills: async ({ wanted }) => ({ stills: await video.stills(wanted) }),
    drawReels: async ({ view }) => ({ image: await video.drawReels(view) }),
  });
  send();
  const timer = setInterval(send, ALIVE_MS);
  timer.unref();
  return {
    lost(seats) {
      const known = seats.flatMap(({ sessionId }) => {
        const epoch = epochs.get(sessionId);
        return epoch === undefined ? [] : [{ sessionId, epoch }];
      });
      if (known.length > 0) bus.send(LOST, ALL_EDGES, { seats: known });
    },
    drain(withinMs) {
      ends = true;
      send();
      for (const [sessionId, epoch] of epochs) {
        const seats = [{ sessionId, epoch }];
        moving.add(setTimeout(() => bus.send(LOST, ALL_EDGES, { seats }), Math.random() * withinMs).unref());
      }
    },
    undoDrain() {
      ends = false;
      send();
      stay();
    },
    stop() {
      clearInterval(timer);
      stay();
      ends = true;
      send();
      stopServing();
    },
  };
}

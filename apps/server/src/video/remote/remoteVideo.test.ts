/** Pictures of media processes as edges have them: whose node it is, and what happens when that one goes. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestNetwork } from "../../bus/testing/network.ts";
import { noVideo } from "../../testing.ts";
import type { OwnVideo, Video } from "../types.ts";
import { nodesFor } from "./choose.ts";
import { createRemoteVideo } from "./remoteVideo.ts";
import { serveVideo } from "./serveVideo.ts";

const MACHINE = 7;
const SEAT = { sessionId: "s1", playerId: 1, machineId: MACHINE, epoch: 1, offer: "v=0" };
const REQUESTER = { playerId: 1, machineId: MACHINE };
const [first = "", second = ""] = nodesFor(MACHINE, ["media-1", "media-2"]);

let network: ReturnType<typeof createTestNetwork>;
let media: Map<string, { served: ReturnType<typeof serveVideo>; viewers: Set<string> }>;
const edges: Video[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  network = createTestNetwork();
  media = new Map([first, second].map((node) => [node, openMedia(node)]));
});
afterEach(async () => {
  await Promise.all(edges.splice(0).map((edge) => edge.stop()));
  for (const { served } of media.values()) served.stop();
  vi.useRealTimers();
});
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function openMedia(node: string) {
  const viewers = new Set<string>();
  let count = 0;
  let port: number | null = 50_000;
  const video: OwnVideo = {
    ...noVideo,
    ports: () => ({ video: port, proxy: null }),
    async create() {
      count += 1;
      viewers.add(`viewer-${count}`);
      return { id: `viewer-${count}`, etag: '"e"', answer: `answer of ${node}`, link: null };
    },
    patch: async () => ({ status: 204 }),
    remove(id) {
      if (!viewers.delete(id)) throw new AppError(ErrorCode.NotFound);
    },
  };
  return {
    served: serveVideo({ bus: network.join(node), node, video }),
    viewers,
    setPort: (next: number | null) => (port = next),
  };
}
/** @returns with the sessions that it had to notify */
async function openEdge(name: string) {
  const lost: string[] = [];
  const video = createRemoteVideo({ bus: network.join(name), onLost: (sessionId) => lost.push(sessionId) });
  edges.push(video);
  await video.start();
  await passes(500);
  return { video, lost };
}
const mediaOf = (node: string) => media.get(node) ?? openMedia(node);
const code = (work: void | Promise<unknown>) =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe("a picture", () => {
  it("is made by one node for all viewers of a machine, and any edge finds it by its address", async () => {
    const one = await openEdge("edge-1");
    const other = await openEdge("edge-2");
    const { id, answer } = await one.video.create(SEAT);
    expect([id.split(".")[0], answer]).toEqual([first, `answer of ${first}`]);
    expect(await other.video.patch(id, { ...REQUESTER, ifMatch: '"e"', fragment: "a" })).toEqual({ status: 204 });
    await other.video.remove(id, REQUESTER);
    expect(mediaOf(first).viewers.size).toBe(0);
    for (const wrong of ["", "viewer-1", "..", `${first}.a.b`, "UPPER.a", "media-9.a"])
      expect(await code(other.video.remove(wrong, REQUESTER)), wrong).toBe(ErrorCode.NotFound);
  });

  it("is not there where no node is", async () => {
    for (const node of [first, second]) network.kill(node);
    const { video } = await openEdge("edge-1");
    expect(await code(video.create(SEAT))).toBe(ErrorCode.VideoStartFailed);
  });
});

describe("a node that is gone", () => {
  it("killed: every edge notifies its seats within a second, and the next picture comes from another node", async () => {
    const one = await openEdge("edge-1");
    const other = await openEdge("edge-2");
    const { id } = await one.video.create(SEAT);
    // It began after the picture.
    const late = await openEdge("edge-3");
    network.kill(first);
    await passes(1_000);
    for (const edge of [one, other, late]) expect(edge.lost).toEqual(["s1"]);
    expect(await code(other.video.remove(id, REQUESTER))).toBe(ErrorCode.NotFound);
    expect((await other.video.create(SEAT)).answer).toBe(`answer of ${second}`);
    await passes(5_000);
    expect(one.lost).toEqual(["s1"]);
  });

  it("silent: within three seconds; and it has viewers again when it is back", async () => {
    const { video, lost } = await openEdge("edge-1");
    await video.create(SEAT);
    network.block(first, "*");
    await passes(2_600);
    expect(lost).toEqual(["s1"]);
    network.block(first, "*", false);
    await passes(1_000);
    expect((await video.create(SEAT)).answer).toBe(`answer of ${first}`);
    expect(lost).toEqual(["s1"]);
  });

  it("is not assumed while the edge itself is without the bus", async () => {
    const { video, lost } = await openEdge("edge-1");
    await video.create(SEAT);
    network.setUp("edge-1", false);
    await passes(10_000);
    network.setUp("edge-1", true);
    await passes(3_000);
    expect(lost).toEqual([]);
  });
});

describe("a node that drains", () => {
  it("takes no new viewers, and keeps those that it has until they have left", async () => {
    const { video, lost } = await openEdge("edge-1");
    const { id } = await video.create(SEAT);
    const { served, viewers } = mediaOf(first);
    served.drain(2_000);
    await passes(2_000);
    expect(lost).toEqual(["s1"]);
    expect(viewers.size).toBe(1);
    expect((await video.create(SEAT)).answer).toBe(`answer of ${second}`);
    await video.remove(id, REQUESTER);
    expect(viewers.size).toBe(0);
    served.undoDrain();
    await passes(500);
    expect((await video.create(SEAT)).answer).toBe(`answer of ${first}`);
  });
});

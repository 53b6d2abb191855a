import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createWhepPlayer } from "./player.ts";
import { prepareConnection } from "./prepared.ts";
import { created, FakeClock, FakePeer, FakeStream, OFFER, scriptedServer, settle, type Seen } from "./testing.ts";
import type { WhepOptions, WhepPage, WhepState } from "./types.ts";

const ENDPOINT = "https://video.example.net/whep/7";

function setUp(options: Partial<WhepOptions> = {}) {
  const clock = new FakeClock();
  const server = scriptedServer();
  const states: WhepState[] = [];
  const listeners = new Map<string, () => void>();
  const page = {
    hidden: () => false,
    on: (event: string, listener: () => void) => (listeners.set(event, listener), () => void listeners.delete(event)),
  } satisfies WhepPage;
  const player = createWhepPlayer({
    url: ENDPOINT,
    token: "secret",
    iceServers: [],
    fetch: server.fetch,
    RTCPeerConnection: FakePeer as unknown as typeof RTCPeerConnection,
    clock,
    page,
    onState: (state) => states.push(state),
    ...options,
  });
  return {
    clock,
    server,
    player,
    states,
    listeners,
    kinds: () => states.map((state) => state.kind),
    of: (method: string): Seen[] => server.seen.filter((one) => one.method === method),
  };
}
async function goLive(world: ReturnType<typeof setUp>): Promise<FakePeer> {
  world.player.start();
  await settle();
  const peer = FakePeer.latest();
  peer.setConnectionState("connected");
  peer.frames = 1;
  await world.clock.advance(150);
  return peer;
}
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal("MediaStream", FakeStream);
  FakePeer.all = [];
});

describe("a session", () => {
  it("offers to receive, with the token, and is live with the first frame", async () => {
    const world = setUp();
    const peer = await goLive(world);
    const [post] = world.of("POST");
    expect(post?.url).toBe(ENDPOINT);
    expect(post?.headers.get("authorization")).toBe("Bearer secret");
    expect(post?.headers.get("content-type")).toBe("application/sdp");
    expect(peer.log).toEqual(["transceiver video recvonly", "transceiver audio recvonly", "local", "remote"]);
    expect(peer.receivers[0]).toEqual({ jitterBufferTarget: 0, playoutDelayHint: 0 });
    expect(world.kinds()).toEqual(["connecting", "live"]);
    expect(world.player.timing.firstFrameMs).not.toBeNull();
  });
  it("fails for good in a browser without WebRTC, and asks the endpoint nothing", async () => {
    const { clock, server } = setUp();
    const player = createWhepPlayer({ url: ENDPOINT, fetch: server.fetch, clock, page: null });
    player.start();
    await settle();
    expect(player.state).toEqual({ kind: "failed", failure: { reason: "unsupported", retryable: false } });
    expect(server.seen).toEqual([]);
    player.close();
    player.start();
    player.close();
    await settle();
    expect(player.state).toEqual({ kind: "idle" });
  });
  it("asks for the picture alone where no sound is wanted", async () => {
    const peer = await goLive(setUp({ audio: false }));
    expect(peer.log).toEqual(["transceiver video recvonly", "local", "remote"]);
  });
  it("takes a connection that was prepared, once, with its offer and the servers that are known by now", async () => {
    const RTCPeerConnection = FakePeer as unknown as typeof globalThis.RTCPeerConnection;
    const prepared = [prepareConnection({ RTCPeerConnection })];
    const iceServers = [{ urls: "stun:stun.example.net" }];
    const world = setUp({ iceServers, takePrepared: () => prepared.pop() ?? null });
    const peer = await goLive(world);
    expect(FakePeer.all).toEqual([peer]);
    expect(peer.log).toEqual([
      "transceiver video recvonly",
      "transceiver audio recvonly",
      "configuration",
      "local",
      "remote",
    ]);
    expect(peer.configuration).toMatchObject({ iceServers, bundlePolicy: "max-bundle" });
    expect(world.of("POST")[0]?.body).toBe(peer.localDescription?.sdp);
    world.player.close();
    expect(peer.closed).toBe(true);
    world.player.start();
    await settle();
    expect(FakePeer.latest()).not.toBe(peer);
  });
  it.each([
    ["is missing", undefined],
    [
      "refuses",
      () => {
        throw new Error("InvalidModificationError");
      },
    ],
  ])("makes a new connection where the configuration of a prepared one %s", async (_, setConfiguration) => {
    class Unconfigurable extends FakePeer {
      override setConfiguration = setConfiguration as FakePeer["setConfiguration"];
    }
    const RTCPeerConnection = Unconfigurable as unknown as typeof globalThis.RTCPeerConnection;
    const prepared = [prepareConnection({ RTCPeerConnection })];
    const iceServers = [{ urls: "stun:stun.example.net" }];
    const world = setUp({ iceServers, RTCPeerConnection, takePrepared: () => prepared.pop() ?? null });
    const peer = await goLive(world);
    expect(world.player.state.kind).toBe("live");
    expect(FakePeer.all.map(({ closed }) => closed)).toEqual([true, false]);
    expect(peer.configuration).toMatchObject({ iceServers });
    expect(world.of("POST").map(({ body }) => body)).toEqual([peer.localDescription?.sdp]);
  });
  it("gives picture and sound as one stream, in however many streams the server sends them", async () => {
    const streams: MediaStream[] = [];
    const world = setUp({ onStream: (stream) => streams.push(stream) });
    const peer = await goLive(world);
    for (const kind of ["video", "audio"]) peer.ontrack?.({ track: { kind }, streams: [new MediaStream()] });
    expect(streams).toHaveLength(1);
    expect(streams[0]?.getTracks().map(({ kind }) => kind)).toEqual(["video", "audio"]);
    expect(world.player.stream).toBe(streams[0]);
    world.player.close();
    world.player.start();
    await settle();
    FakePeer.latest().ontrack?.({ track: { kind: "video" }, streams: [] });
    expect(streams).toHaveLength(2);
  });
  it("takes the endpoint's ICE servers before it gathers", async () => {
    const world = setUp();
    const late = createWhepPlayer({
      url: ENDPOINT,
      fetch: world.server.fetch,
      RTCPeerConnection: FakePeer as unknown as typeof RTCPeerConnection,
      clock: world.clock,
      page: null,
    });
    world.server.answers.POST = () => created({ link: '<stun:stun.example.net>; rel="ice-server"' });
    late.start();
    await settle();
    expect(FakePeer.latest().log.slice(2)).toEqual(["configuration", "local", "remote"]);
    expect(FakePeer.latest().configuration.iceServers).toEqual([{ urls: "stun:stun.example.net" }]);
    late.close();
  });
  it("asks for the ICE servers of the moment before each session and each restart", async () => {
    let password = 1;
    const world = setUp({ iceServers: () => [{ urls: "turn:t", username: "u", credential: `p${password}` }] });
    const peer = await goLive(world);
    expect(peer.configuration.iceServers).toMatchObject([{ credential: "p1" }]);
    password = 2;
    world.server.answers.PATCH = () =>
      new Response("a=ice-ufrag:srv2\r\na=ice-pwd:srv2pwd\r\n", { status: 200, headers: { etag: '"e2"' } });
    peer.setConnectionState("disconnected");
    await world.clock.advance(0);
    // Gathering begins with the local description.
    expect(peer.log.slice(-3)).toEqual(["configuration", "local", "remote"]);
    expect(peer.configuration.iceServers).toMatchObject([{ credential: "p2" }]);
    password = 3;
    peer.setConnectionState("failed");
    await world.clock.advance(5_000);
    expect(FakePeer.latest()).not.toBe(peer);
    expect(FakePeer.latest().configuration.iceServers).toMatchObject([{ credential: "p3" }]);
  });
  it("takes the endpoint's ICE servers of the newest answer, that of a restart too", async () => {
    const link = (n: number) => `<turn:t>; rel="ice-server"; username="u${n}"; credential="c${n}"`;
    const world = setUp({ iceServers: () => undefined });
    world.server.answers.POST = () => created({ link: link(1) });
    const peer = await goLive(world);
    expect(peer.log.slice(2)).toEqual(["configuration", "local", "remote"]);
    expect(peer.configuration.iceServers).toEqual([{ urls: "turn:t", username: "u1", credential: "c1" }]);
    world.server.answers.PATCH = () =>
      new Response("a=ice-ufrag:srv2\r\na=ice-pwd:srv2pwd\r\n", { status: 200, headers: { link: link(2) } });
    peer.setConnectionState("disconnected");
    await world.clock.advance(0);
    expect(peer.log.slice(-3)).toEqual(["configuration", "local", "remote"]);
    expect(peer.configuration.iceServers).toEqual([{ urls: "turn:t", username: "u2", credential: "c2" }]);
    world.server.answers.POST = () => created({ link: link(3) });
    peer.setConnectionState("failed");
    await world.clock.advance(5_000);
    expect(FakePeer.latest().configuration.iceServers).toMatchObject([{ credential: "c3" }]);
  });
  it("trickles candidates in batches, with the session's ETag", async () => {
    const world = setUp();
    world.player.start();
    await settle();
    const peer = FakePeer.latest();
    peer.candidate("candidate:1 1 udp 1 10.0.0.1 5 typ host");
    peer.candidate("candidate:2 1 udp 1 10.0.0.2 5 typ host");
    peer.candidate(null);
    await world.clock.advance(40);
    expect(world.of("PATCH")).toHaveLength(1);
    const [patch] = world.of("PATCH");
    expect(patch?.url).toBe("https://video.example.net/session/1");
    expect(patch?.headers.get("if-match")).toBe('"e1"');
    expect(patch?.headers.get("content-type")).toBe("application/trickle-ice-sdpfrag");
    expect(patch?.body).toContain("10.0.0.1");
    expect(patch?.body).toContain("10.0.0.2");
    expect(patch?.body).toContain("a=end-of-candidates");
    await world.clock.advance(500);
    expect(world.of("PATCH")).toHaveLength(1);
  });
  it("puts candidates into the offer of the next session where the server does not trickle", async () => {
    const world = setUp();
    world.server.answers.PATCH = () => new Response(null, { status: 501 });
    world.player.start();
    await settle();
    FakePeer.latest().candidate("candidate:1 1 udp 1 10.0.0.1 5 typ host");
    await world.clock.advance(40);
    FakePeer.latest().setConnectionState("failed");
    await world.clock.advance(400);
    expect(FakePeer.all).toHaveLength(2);
    expect(world.of("POST")).toHaveLength(1);
    FakePeer.latest().iceGatheringState = "complete";
    FakePeer.latest().onicegatheringstatechange?.();
    await settle();
    expect(world.of("POST")).toHaveLength(2);
  });
  it("asks where the endpoint is before each fresh session", async () => {
    let seat = 1;
    const world = setUp({ url: () => `${ENDPOINT}?seat=${seat}` });
    await goLive(world);
    seat = 2;
    FakePeer.latest().setConnectionState("failed");
    await world.clock.advance(400);
    await settle();
    expect(world.of("POST").map(({ url }) => url)).toEqual([`${ENDPOINT}?seat=1`, `${ENDPOINT}?seat=2`]);
  });
  it("is ended by DELETE, once, also when the page goes away", async () => {
    const world = setUp();
    const peer = await goLive(world);
    world.listeners.get("pagehide")?.();
    world.player.close();
    expect(world.of("DELETE")).toMatchObject([{ url: "https://video.example.net/session/1", keepalive: true }]);
    expect(world.of("DELETE")[0]?.headers.get("authorization")).toBe("Bearer secret");
    expect(peer.closed).toBe(true);
    expect(world.player.state.kind).toBe("idle");
    expect(world.clock.pending).toBe(0);
  });
  it("goes on when the browser shows a page again that it has kept, if it had not ended", async () => {
    const world = setUp();
    const peer = await goLive(world);
    world.listeners.get("pagehide")?.();
    expect(peer.closed).toBe(true);
    expect(peer.log.slice(-2)).toEqual(["stopped 0", "stopped 1"]);
    expect(world.clock.pending).toBe(0);
    world.listeners.get("pageshow")?.();
    await settle();
    expect(world.of("POST")).toHaveLength(2);
    expect(world.player.state).toEqual({ kind: "connecting", attempt: 0 });
    world.player.close();
    world.listeners.get("pageshow")?.();
    expect(world.player.state).toEqual({ kind: "idle" });
  });
  it("deletes a session whose answer comes after the end", async () => {
    const world = setUp();
    let answer: (response: Response) => void = () => undefined;
    world.server.answers.POST = () => new Promise((resolve) => (answer = resolve));
    world.player.start();
    await settle();
    world.player.close();
    answer(created());
    await settle();
    expect(world.of("DELETE")).toHaveLength(1);
  });
  it("is ended by its signal", async () => {
    const ending = new AbortController();
    const world = setUp({ signal: ending.signal });
    await goLive(world);
    ending.abort();
    expect(world.of("DELETE")).toHaveLength(1);
    world.player.start();
    expect(world.player.state.kind).toBe("idle");
  });
});

describe("a lost path", () => {
  it("is restored by an ICE restart on the same session", async () => {
    const world = setUp();
    const peer = await goLive(world);
    world.server.answers.PATCH = (request) =>
      request.headers.get("if-match") === "*"
        ? new Response("a=ice-ufrag:srv2\r\na=ice-pwd:srv2pwd\r\n", {
            status: 200,
            headers: { etag: '"e2"', "content-type": "application/trickle-ice-sdpfrag" },
          })
        : new Response(null, { status: 204 });
    peer.setConnectionState("disconnected");
    await world.clock.advance(0);
    expect(peer.remoteDescription?.sdp).toContain("a=ice-ufrag:srv2");
    peer.candidate("candidate:7 1 udp 1 10.0.0.7 5 typ host");
    await world.clock.advance(40);
    expect(world.of("PATCH").at(-1)?.headers.get("if-match")).toBe('"e2"');
    peer.setConnectionState("connected");
    peer.frames = 5;
    await world.clock.advance(200);
    expect(world.kinds()).toEqual(["connecting", "live", "stalled", "live"]);
    expect(FakePeer.all).toHaveLength(1);
  });
  it("leads to a fresh session where the server refuses the restart", async () => {
    const world = setUp();
    const peer = await goLive(world);
    world.server.answers.PATCH = () => new Response(null, { status: 422 });
    peer.setConnectionState("failed");
    await world.clock.advance(0);
    expect(FakePeer.all).toHaveLength(2);
    expect(peer.closed).toBe(true);
    expect(world.of("DELETE")).toHaveLength(1);
    expect(world.of("POST")).toHaveLength(2);
    expect(world.kinds()).toEqual(["connecting", "live", "stalled", "connecting"]);
  });
});

describe("a frozen picture", () => {
  it("leads to a fresh session", async () => {
    const world = setUp();
    const peer = await goLive(world);
    await world.clock.advance(1_100);
    peer.frames = 30;
    await world.clock.advance(1_000);
    expect(world.player.state.kind).toBe("live");
    await world.clock.advance(4_100);
    expect(world.player.state).toMatchObject({ kind: "stalled", cause: "frozen" });
    expect(FakePeer.all).toHaveLength(2);
  });
  it("is noticed within two seconds after the page was asleep", async () => {
    const world = setUp();
    await goLive(world);
    await world.clock.advance(1_000);
    // No timer ran.
    world.clock.nowMs += 60_000;
    world.listeners.get("resume")?.();
    await settle();
    expect(world.player.state.kind).toBe("live");
    await world.clock.advance(1_100);
    expect(world.player.state).toMatchObject({ kind: "stalled", cause: "frozen" });
  });
  it("is not suspected while the page is hidden", async () => {
    const hidden = setUp({ page: { hidden: () => true, on: () => () => undefined } });
    await goLive(hidden);
    await hidden.clock.advance(20_000);
    expect(hidden.player.state.kind).toBe("live");
  });
});

describe("refusals", () => {
  it.each([
    [400, "protocol"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "notFound"],
    [405, "protocol"],
    [406, "noCodec"],
    [410, "notFound"],
    [415, "protocol"],
  ] as const)("status %i ends as %s with the server's words", async (status, reason) => {
    const world = setUp();
    world.server.answers.POST = () => new Response('{"code":1}', { status });
    world.player.start();
    await settle();
    expect(world.player.state).toEqual({
      kind: "failed",
      failure: { reason, retryable: false, status, detail: '{"code":1}' },
    });
    expect(world.clock.pending).toBe(0);
  });
  it("an answer without the video is a want of a common codec, and its session is deleted", async () => {
    const world = setUp();
    world.server.answers.POST = () =>
      new Response(OFFER("server").replace("m=video 9", "m=video 0"), {
        status: 201,
        headers: { "content-type": "application/sdp", location: "/session/1" },
      });
    world.player.start();
    await settle();
    expect(world.player.state).toEqual({ kind: "failed", failure: { reason: "noCodec", retryable: false } });
    expect(world.of("DELETE")).toHaveLength(1);
  });
  it.each([
    ["none of them", [{ mimeType: "video/VP8" }], "failed"],
    ["one of them", [{ mimeType: "video/VP8" }, { mimeType: "video/h264" }], "connecting"],
    ["nothing", [], "connecting"],
  ])("a browser that says it can decode %s", async (_, codecs, kind) => {
    vi.stubGlobal("RTCRtpReceiver", { getCapabilities: () => ({ codecs }) });
    const world = setUp({ codecs: ["video/H264"] });
    world.player.start();
    await settle();
    expect(world.player.state.kind).toBe(kind);
    expect(world.of("POST")).toHaveLength(kind === "failed" ? 0 : 1);
  });
  it.each([
    [409, "conflict"],
    [429, "busy"],
    [500, "unavailable"],
    [503, "unavailable"],
  ] as const)("status %i is tried again", async (status, reason) => {
    const world = setUp();
    world.server.answers.POST = () => new Response("", { status, headers: { "retry-after": "2" } });
    world.player.start();
    await settle();
    expect(world.player.state).toMatchObject({ kind: "reconnecting", attempt: 1, inMs: 2_000, failure: { reason } });
    world.server.answers.POST = () => created();
    await world.clock.advance(2_000);
    expect(world.player.state).toEqual({ kind: "connecting", attempt: 1 });
  });
  it("a restored network is used at once", async () => {
    const world = setUp();
    world.server.answers.POST = () => Promise.reject(new TypeError("failed to fetch"));
    world.player.start();
    await settle();
    world.player.state.kind satisfies string;
    expect(world.player.state).toMatchObject({ kind: "reconnecting", failure: { reason: "network" } });
    world.listeners.get("online")?.();
    await settle();
    expect(world.of("POST")).toHaveLength(2);
  });
  it("no picture in time is a failure", async () => {
    const world = setUp();
    world.player.start();
    await world.clock.advance(10_000);
    expect(world.states.at(-1)).toMatchObject({ kind: "reconnecting", failure: { reason: "timeout" } });
  });
  it("a page in place of an answer is not WHEP", async () => {
    const world = setUp();
    world.server.answers.POST = () => new Response("<html>", { status: 201, headers: { "content-type": "text/html" } });
    world.player.start();
    await settle();
    expect(world.player.state).toMatchObject({ kind: "failed", failure: { reason: "protocol" } });
  });
});

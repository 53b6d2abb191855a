/** A clock, a peer connection and a server made of plain data, for the tests of this package. */
import type { WhepClock } from "./types.ts";

export class FakeClock implements WhepClock {
  nowMs = 0;
  randomValue = 1;
  #next = 1;
  #timers = new Map<number, { at: number; callback: () => void }>();
  now = (): number => this.nowMs;
  random = (): number => this.randomValue;
  setTimeout = (callback: () => void, ms: number): number => {
    const id = this.#next++;
    this.#timers.set(id, { at: this.nowMs + ms, callback });
    return id;
  };
  clearTimeout = (handle: unknown): void => {
    if (typeof handle === "number") this.#timers.delete(handle);
  };
  get pending(): number {
    return this.#timers.size;
  }
  /** Lets `ms` pass, in order, with everything that promises do in between. */
  async advance(ms: number): Promise<void> {
    const end = this.nowMs + ms;
    await settle();
    for (;;) {
      const due = [...this.#timers]
        .filter(([, timer]) => timer.at <= end)
        .toSorted((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
      if (!due) break;
      this.nowMs = Math.max(this.nowMs, due[1].at);
      this.#timers.delete(due[0]);
      due[1].callback();
      await settle();
    }
    this.nowMs = end;
  }
}

export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

let generation = 0;
export const OFFER = (ice: string): string =>
  [
    "v=0",
    "o=- 1 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0 1",
    "m=video 9 UDP/TLS/RTP/SAVPF 102",
    "c=IN IP4 0.0.0.0",
    `a=ice-ufrag:${ice}`,
    `a=ice-pwd:pwd-${ice}-0123456789012345`,
    "a=mid:0",
    "a=recvonly",
    "m=audio 9 UDP/TLS/RTP/SAVPF 111",
    "c=IN IP4 0.0.0.0",
    `a=ice-ufrag:${ice}`,
    `a=ice-pwd:pwd-${ice}-0123456789012345`,
    "a=mid:1",
    "a=recvonly",
    "",
  ].join("\r\n");

export class FakePeer {
  static all: FakePeer[] = [];
  static latest(): FakePeer {
    const peer = FakePeer.all.at(-1);
    if (!peer) throw new Error("no peer connection was made");
    return peer;
  }
  configuration: RTCConfiguration;
  connectionState: RTCPeerConnectionState = "new";
  iceGatheringState: RTCIceGatheringState = "new";
  localDescription: { type: string; sdp: string } | null = null;
  remoteDescription: { type: string; sdp: string } | null = null;
  ontrack: ((event: unknown) => void) | null = null;
  onicecandidate: ((event: { candidate: unknown }) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  onicegatheringstatechange: (() => void) | null = null;
  receivers: Record<string, unknown>[] = [];
  closed = false;
  frames = 0;
  log: string[] = [];
  constructor(configuration: RTCConfiguration = {}) {
    this.configuration = configuration;
    FakePeer.all.push(this);
  }
  addTransceiver(kind: string, init: { direction: string }): unknown {
    this.log.push(`transceiver ${kind} ${init.direction}`);
    const receiver = { jitterBufferTarget: null, playoutDelayHint: null };
    this.receivers.push(receiver);
    return { receiver };
  }
  getReceivers(): { track: { stop: () => void } }[] {
    return this.receivers.map((_, at) => ({ track: { stop: () => this.log.push(`stopped ${at}`) } }));
  }
  createOffer(): Promise<{ type: "offer"; sdp: string }> {
    generation += 1;
    return Promise.resolve({ type: "offer", sdp: OFFER(`gen${generation}`) });
  }
  setLocalDescription(description: { type: string; sdp: string }): Promise<void> {
    this.log.push("local");
    this.localDescription = description;
    return Promise.resolve();
  }
  setRemoteDescription(description: { type: string; sdp: string }): Promise<void> {
    this.log.push("remote");
    this.remoteDescription = description;
    return Promise.resolve();
  }
  getConfiguration(): RTCConfiguration {
    return this.configuration;
  }
  setConfiguration(configuration: RTCConfiguration): void {
    this.log.push("configuration");
    this.configuration = configuration;
  }
  getStats(): Promise<Map<string, unknown>> {
    return Promise.resolve(
      new Map<string, unknown>([
        [
          "V",
          {
            type: "inbound-rtp",
            kind: "video",
            framesDecoded: this.frames,
            bytesReceived: this.frames * 1000,
            packetsReceived: this.frames,
            packetsLost: 0,
          },
        ],
      ]),
    );
  }
  close(): void {
    this.closed = true;
    this.connectionState = "closed";
  }
  // what a test does to it
  setConnectionState(state: RTCPeerConnectionState): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
  candidate(candidate: string | null, sdpMid = "0"): void {
    this.onicecandidate?.({ candidate: candidate === null ? null : { candidate, sdpMid } });
  }
}

export class FakeStream {
  #tracks: unknown[] = [];
  addTrack(track: unknown): void {
    if (!this.#tracks.includes(track)) this.#tracks.push(track);
  }
  getTracks(): unknown[] {
    return this.#tracks;
  }
}

export interface Seen {
  method: string;
  url: string;
  headers: Headers;
  body: string;
  keepalive: boolean;
}

/** A fetch that answers from a script: per method, the latest rule counts. */
export interface ScriptedServer {
  fetch: typeof fetch;
  seen: Seen[];
  answers: Record<"POST" | "PATCH" | "DELETE", (request: Seen) => Response | Promise<Response>>;
}

export function scriptedServer(): ScriptedServer {
  const seen: Seen[] = [];
  const answers: ScriptedServer["answers"] = {
    POST: () => created(),
    PATCH: () => new Response(null, { status: 204 }),
    DELETE: () => new Response(null, { status: 200 }),
  };
  return {
    seen,
    answers,
    fetch: async (input: string | URL | Request, init: RequestInit = {}) => {
      const request: Seen = {
        method: init.method ?? "GET",
        url: input instanceof Request ? input.url : String(input),
        headers: new Headers(init.headers),
        body: typeof init.body === "string" ? init.body : "",
        keepalive: init.keepalive === true,
      };
      seen.push(request);
      const answer = answers[request.method as "POST" | "PATCH" | "DELETE"];
      return await answer(request);
    },
  };
}

export function created(headers: Record<string, string> = {}): Response {
  return new Response(OFFER("server").replaceAll("recvonly", "sendonly"), {
    status: 201,
    headers: { "content-type": "application/sdp", location: "/session/1", etag: '"e1"', ...headers },
  });
}

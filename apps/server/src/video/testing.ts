/** Test doubles for live video: a drawn machine without a game, and a viewer that reads the RTP packets it receives. */
import { once } from "node:events";
import { EventEmitter } from "node:events";
import { SKINS, gameOf } from "@reelcast/machine";
import type { DisplayState, VideoSource } from "@reelcast/machine";
import datachannel from "node-datachannel";
import type { PeerConnection, Track } from "node-datachannel";

const PAYLOAD_TYPE = 104;
const OPUS_TYPE = 111;
const SINGLE = { from: 1, to: 23 };
const STAP_A = 24;
const FU_A = 28;
const IDR = 5;

export function displayOf(machineId: number): DisplayState {
  const [skin] = SKINS;
  if (!skin) throw new Error("no skins");
  const still = Array.from({ length: gameOf(skin.game).reels }, () => 0);
  return {
    machineId,
    seq: 1,
    presses: 0,
    game: skin.game,
    theme: skin.key,
    cabinet: false,
    name: "Machine",
    brand: "Brand",
    scene: "base",
    phase: "idle",
    reels: { stops: still, from: still, spin: null, stripSet: "base" },
    lines: [],
    scatters: [],
    meters: { credit: 0, bet: 0, win: 0, count: { from: 0, startedAt: 0, endsAt: 0 } },
    held: [],
    bands: [],
    lamps: {},
    selects: {},
    freeSpins: null,
    gamble: null,
    lastPress: null,
    banner: null,
    tilt: null,
    doorOpen: false,
    locked: false,
  };
}

export interface FakeMachine {
  source: VideoSource & { kind: "drawn" };
  press(): void;
  /** The reels turn for this time, ms. */
  spin(ms: number): void;
  listeners(): number;
}
export function fakeMachine(machineId: number): FakeMachine {
  let display = displayOf(machineId);
  const listeners = new Set<(display: DisplayState) => void>();
  function change(next: Partial<DisplayState>): void {
    display = { ...display, ...next, seq: display.seq + 1, presses: display.presses + 1 };
    for (const listener of listeners) listener(display);
  }
  return {
    source: {
      kind: "drawn",
      display: () => display,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    press: () => change({}),
    spin(ms) {
      const startedAt = Date.now();
      const spin = { startedAt, stopsAt: display.reels.stops.map(() => startedAt + ms) };
      change({ reels: { ...display.reels, spin } });
    },
    listeners: () => listeners.size,
  };
}

/** Whether an RTP packet belongs to a key frame (RFC 6184 §5.4 … 5.8). */
function carriesKey(packet: Buffer): boolean {
  const extended = ((packet[0] ?? 0) & 16) !== 0;
  const header = 12 + ((packet[0] ?? 0) & 15) * 4;
  const at = header + (extended ? 4 + packet.readUInt16BE(header + 2) * 4 : 0);
  const type = (packet[at] ?? 0) & 31;
  if (type === FU_A) return ((packet[at + 1] ?? 0) & 31) === IDR;
  if (type >= SINGLE.from && type <= SINGLE.to) return type === IDR;
  if (type !== STAP_A) return false;
  for (let unit = at + 1; unit + 2 < packet.length; unit += 2 + packet.readUInt16BE(unit)) {
    if (((packet[unit + 2] ?? 0) & 31) === IDR) return true;
  }
  return false;
}

/** How much later a frame was drawn than another, ms, by their RTP times: a busy host delays frames, but not this. */
export const drawnMsApart = (earlier: number, later: number): number => ((later - earlier) >>> 0) / 90;

export interface TestViewer {
  offer: string;
  accept(answer: string): void;
  /** Frames so far: packets with the marker bit. */
  frames(): number;
  /** Packets of sound so far: payload bytes and RTP time of each. */
  sound: { bytes: number; time: number }[];
  /** Resolves with the RTP time of the next frame or key frame: when it was drawn. `drawnMsApart` compares two. */
  next(what: "frame" | "key"): Promise<number>;
  /** Picture loss indication. */
  requestKeyFrame(): void;
  /** Port of the server that sends the frames. */
  remotePort(): number | undefined;
  close(): void;
}

/** A viewer like a browser, without decoding. `audio`: it also requests sound. */
export async function createTestViewer(audio = false): Promise<TestViewer> {
  const connection = new datachannel.PeerConnection("viewer", { iceServers: [] });
  const video = new datachannel.Video("0", "RecvOnly");
  video.addH264Codec(PAYLOAD_TYPE, "profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1");
  const track = connection.addTrack(video);
  const session = new datachannel.RtcpReceivingSession();
  track.setMediaHandler(session);
  const sound: TestViewer["sound"] = [];
  const audioTrack = audio ? listen(connection, sound) : null;
  const events = new EventEmitter();
  let frames = 0;
  let isKey = false;
  track.onMessage((packet) => {
    if (((packet[1] ?? 0) & 127) !== PAYLOAD_TYPE) return;
    isKey ||= carriesKey(packet);
    if (((packet[1] ?? 0) & 128) === 0) return;
    frames += 1;
    const drawnAt = packet.readUInt32BE(4);
    events.emit("frame", drawnAt);
    if (isKey) events.emit("key", drawnAt);
    isKey = false;
  });
  const gathered = new Promise<void>((resolve) =>
    connection.onGatheringStateChange((state) => state === "complete" && resolve()),
  );
  connection.setLocalDescription("offer");
  await gathered;
  // Without candidates, so that the server waits for this side to connect: libdatachannel drops a connection that is
  // made before it has read the answer.
  const offer = connection.localDescription()?.sdp.replaceAll(/^a=(candidate:.*|end-of-candidates)\r\n/gm, "");
  if (offer === undefined) throw new Error("no offer");
  return {
    offer,
    accept: (answer) => connection.setRemoteDescription(answer, "answer"),
    frames: () => frames,
    sound,
    async next(what) {
      const [drawnAt] = (await once(events, what)) as [number];
      return drawnAt;
    },
    requestKeyFrame: () => void track.requestKeyframe(),
    remotePort: () => connection.getSelectedCandidatePair()?.remote.port,
    close() {
      audioTrack?.close();
      track.close();
      connection.close();
    },
  };
}

function listen(connection: PeerConnection, sound: TestViewer["sound"]): Track {
  const audio = new datachannel.Audio("1", "RecvOnly");
  audio.addOpusCodec(OPUS_TYPE);
  const track = connection.addTrack(audio);
  track.setMediaHandler(new datachannel.RtcpReceivingSession());
  track.onMessage((packet) => {
    if (((packet[1] ?? 0) & 127) === OPUS_TYPE) sound.push({ bytes: packet.length - 12, time: packet.readUInt32BE(4) });
  });
  return track;
}

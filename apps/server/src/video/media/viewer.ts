/** One viewer: a peer connection that sends encoded frames and audio packets. */
import { randomInt } from "node:crypto";
import datachannel from "node-datachannel";
import type { PeerConnection, RtpPacketizationConfig, Track } from "node-datachannel";
import type { MediaOptions } from "../messages.ts";
import { finishAnswer, readOwnIce } from "../sdp.ts";
import type { Offer, OfferedAddresses } from "../sdp.ts";
import type { TieBreakerProxy } from "./tieBreakerProxy.ts";

const CLOCK_RATE = 90_000;
const SOUND_CLOCK_RATE = 48_000;
/** One source for picture and sound: RTCP reports the times of both by one clock (RFC 3550 §6.4.1). */
const CNAME = "reelcast";
/** One channel, with pauses (RFC 7587 §6.1). */
const OPUS = "minptime=10;sprop-stereo=0;usedtx=1";
const MTU = 1_200;
const GATHER_MS = 1_000;
const CONNECT_MS = 15_000;
const PAYLOAD_FEEDBACK = 206;
const PLI = 1;
const FIR = 4;

export interface ViewerEvents {
  /** It is connected and needs a key frame. */
  onOpen(): void;
  /** It lost the picture and requests a key frame (RFC 4585 §6.3.1, RFC 5104 §4.3.1). */
  onKeyFrameWanted(): void;
  onEnd(): void;
}

/** An offer that passes `readOffer`, but that the library refuses. */
export class OfferError extends Error {
  override name = "OfferError";
}

export class Viewer {
  readonly id: string;
  readonly #connection: PeerConnection;
  readonly #track: Track;
  readonly #rtp: RtpPacketizationConfig;
  readonly #sound: { track: Track; rtp: RtpPacketizationConfig } | null;
  readonly #events: ViewerEvents;
  readonly #start: number;
  #open = false;
  #ended = false;
  #dismiss = () => {};
  #needsKey = true;
  #timer: NodeJS.Timeout;

  /** @param port the one that this process has opened (`openPort`) */
  constructor(
    id: string,
    offer: Offer,
    port: number,
    { bindAddress, connectMs = CONNECT_MS }: Pick<MediaOptions, "bindAddress" | "connectMs">,
    events: ViewerEvents,
  ) {
    this.id = id;
    this.#events = events;
    this.#start = randomInt(2 ** 31);
    this.#connection = new datachannel.PeerConnection(id, {
      iceServers: [],
      portRangeBegin: port,
      portRangeEnd: port,
      enableIceUdpMux: true,
      mtu: MTU,
      ...(bindAddress === undefined ? {} : { bindAddress }),
    });
    const ssrc = randomInt(1, 2 ** 32 - 1);
    const video = new datachannel.Video(offer.mid, "SendOnly");
    video.addH264Codec(offer.payloadType, offer.profile);
    video.addSSRC(ssrc, CNAME, "picture", "picture");
    this.#rtp = new datachannel.RtpPacketizationConfig(ssrc, CNAME, offer.payloadType, CLOCK_RATE);
    if (offer.playoutDelayId !== null) {
      // Frames are shown on arrival: no jitter buffer.
      this.#rtp.playoutDelayId = offer.playoutDelayId;
      this.#rtp.playoutDelayMin = 0;
      this.#rtp.playoutDelayMax = 0;
    }
    const packetizer = new datachannel.H264RtpPacketizer("StartSequence", this.#rtp, MTU - 100);
    packetizer.addToChain(new datachannel.RtcpSrReporter(this.#rtp));
    packetizer.addToChain(new datachannel.RtcpNackResponder(256));
    this.#track = this.#connection.addTrack(video);
    this.#track.setMediaHandler(packetizer);
    this.#track.onOpen(() => {
      this.#open = true;
      this.#needsKey = true;
      events.onOpen();
    });
    this.#track.onMessage((message) => this.#feedback(message));
    this.#sound = offer.audio === null ? null : this.#addSound(offer.audio);
    this.#connection.onStateChange((state) => {
      if (state === "connected") clearTimeout(this.#timer);
      if (state === "failed" || state === "closed") this.close();
    });
    this.#timer = setTimeout(() => this.close(), connectMs);
  }

  /** A separate stream: a browser synchronises the tracks of one stream, and the picture would wait for the sound. */
  #addSound({ mid, payloadType }: NonNullable<Offer["audio"]>): { track: Track; rtp: RtpPacketizationConfig } {
    const ssrc = randomInt(1, 2 ** 32 - 1);
    const audio = new datachannel.Audio(mid, "SendOnly");
    audio.addOpusCodec(payloadType, OPUS);
    audio.addSSRC(ssrc, CNAME, "sound", "sound");
    const rtp = new datachannel.RtpPacketizationConfig(ssrc, CNAME, payloadType, SOUND_CLOCK_RATE);
    const packetizer = new datachannel.RtpPacketizer(rtp);
    packetizer.addToChain(new datachannel.RtcpSrReporter(rtp));
    const track = this.#connection.addTrack(audio);
    track.setMediaHandler(packetizer);
    return { track, rtp };
  }

  /** Resolves with the answer, its host candidates included. @throws OfferError the library can't read it */
  answer(
    sdp: string,
    offer: Offer,
    { offered, proxy }: { offered: OfferedAddresses; proxy: TieBreakerProxy | null },
  ): Promise<string> {
    const connection = this.#connection;
    return new Promise((resolve, reject) => {
      const finish = () => {
        // Once it is closed, the library throws.
        const description = this.#ended ? null : connection.localDescription();
        if (description) resolve(finishAnswer(description.sdp, offer, offered, this.#admit(description.sdp, proxy)));
        else reject(new Error("no answer was made"));
      };
      const timer = setTimeout(finish, GATHER_MS);
      connection.onGatheringStateChange((state) => {
        if (state !== "complete") return;
        clearTimeout(timer);
        finish();
      });
      try {
        connection.setRemoteDescription(sdp, "offer");
      } catch (error) {
        clearTimeout(timer);
        reject(new OfferError(error instanceof Error ? error.message : String(error)));
      }
    });
  }

  /** The proxy's port, if this viewer may use it. */
  #admit(sdp: string, proxy: TieBreakerProxy | null): number | undefined {
    const own = readOwnIce(sdp);
    if (!proxy || !own || this.#ended) return undefined;
    proxy.admit(own);
    this.#dismiss = () => proxy.dismiss(own.ufrag);
    return proxy.port;
  }

  /** Frames follow that need a key frame first: of a picture of another size. */
  expectKeyFrame(): void {
    this.#needsKey = true;
  }

  /** @param timestamp µs */
  send(frame: Buffer, keyFrame: boolean, timestamp: number): void {
    if (!this.#open || this.#ended) return;
    if (this.#needsKey && !keyFrame) return;
    this.#needsKey = false;
    this.#rtp.timestamp = (this.#start + Math.round((timestamp / 1_000_000) * CLOCK_RATE)) % 2 ** 32;
    try {
      // RTP over UDP: what can't be sent is dropped, never queued, and requested again by the viewer.
      this.#track.sendMessageBinary(frame);
    } catch {
      this.close();
    }
  }

  /** @param at ms since the epoch */
  sendSound(packet: Buffer, at: number): void {
    if (!this.listens || !this.#sound) return;
    const { track, rtp } = this.#sound;
    rtp.timestamp = (this.#start + Math.round((at / 1_000) * SOUND_CLOCK_RATE)) % 2 ** 32;
    try {
      track.sendMessageBinary(packet);
    } catch {
      this.close();
    }
  }

  get listens(): boolean {
    return this.open && this.#sound?.track.isOpen() === true;
  }
  get open(): boolean {
    return this.#open && !this.#ended;
  }

  /** A compound of RTCP packets: header of 4 bytes, length in words less one. */
  #feedback(message: Buffer): void {
    for (let at = 0; at + 4 <= message.length;) {
      const format = (message[at] ?? 0) & 31;
      if (message[at + 1] === PAYLOAD_FEEDBACK && (format === PLI || format === FIR)) this.#events.onKeyFrameWanted();
      at += (message.readUInt16BE(at + 2) + 1) * 4;
    }
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#dismiss();
    try {
      this.#track.close();
      this.#sound?.track.close();
      this.#connection.close();
    } catch {
      // Closed by the other side already.
    }
    this.#events.onEnd();
  }
}

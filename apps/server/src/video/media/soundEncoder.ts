/** Opus for a machine's sound (RFC 6716): one channel, 20 ms for each packet, in the codec's low-delay mode. */
import { AudioData, AudioEncoder } from "@napi-rs/webcodecs";
import type { EncodedAudioChunk } from "@napi-rs/webcodecs";
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from "@reelcast/machine/sound";
import { createEncoderCallbacks } from "./encoderCallbacks.ts";

const BITS_PER_SECOND = 64_000;

export interface SoundEncoder {
  /** One piece of `FRAME_MS`; null: a silent one. @param at time of its first sample, ms since the epoch */
  encode(pcm: Float32Array<ArrayBuffer> | null, at: number): void;
  /** Queues a packet that is already encoded, in order. */
  pass(packet: Buffer, at: number): void;
  close(): void;
}

export function createSoundEncoder(options: {
  /** Called in the order of `encode`. @param at the time that was passed with the input */
  onPacket: (packet: Buffer, at: number) => void;
  onError: (error: Error) => void;
}): SoundEncoder {
  const silence = new Float32Array(FRAME_SAMPLES);
  const turns: { at: number; packet: Buffer | null }[] = [];
  let pieces = 0;

  function release(): void {
    for (let [first] = turns; first?.packet; [first] = turns) {
      turns.shift();
      options.onPacket(first.packet, first.at);
    }
  }
  const receiver = createEncoderCallbacks<EncodedAudioChunk>({
    output(chunk) {
      const turn = turns.find(({ packet }) => packet === null);
      if (!turn) return;
      turn.packet = Buffer.allocUnsafe(chunk.byteLength);
      chunk.copyTo(turn.packet);
      release();
    },
    error: options.onError,
  });
  const encoder = new AudioEncoder(receiver.callbacks);
  encoder.configure({
    codec: "opus",
    sampleRate: SAMPLE_RATE,
    numberOfChannels: 1,
    bitrate: BITS_PER_SECOND,
    opus: { application: "lowdelay", frameDuration: FRAME_MS * 1_000 },
  });
  return {
    encode(pcm, at) {
      const data = new AudioData({
        format: "f32",
        sampleRate: SAMPLE_RATE,
        numberOfFrames: FRAME_SAMPLES,
        numberOfChannels: 1,
        // The encoder's own timestamps are contiguous and don't include pauses.
        timestamp: pieces * FRAME_MS * 1_000,
        data: pcm ?? silence,
      });
      pieces += 1;
      turns.push({ at, packet: null });
      encoder.encode(data);
      data.close();
    },
    pass(packet, at) {
      turns.push({ at, packet });
      release();
    },
    close() {
      receiver.release();
      if (encoder.state !== "closed") encoder.close();
    },
  };
}

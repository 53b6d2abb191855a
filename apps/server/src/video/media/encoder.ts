/**
 * H.264 for live video, without reordering, so that every frame can leave as soon as it is drawn. The library encodes the high
 * profile whatever profile is asked for; all browsers decode it.
 */
import { VideoEncoder, VideoFrame } from "@napi-rs/webcodecs";
import type { EncodedVideoChunk } from "@napi-rs/webcodecs";
import { createEncoderCallbacks } from "./encoderCallbacks.ts";

const CODEC = "avc1.42E01F";
/** A pixel of a large picture needs fewer bits: what moves in it is as simple as in a small one. */
const BITS_PER_PIXEL = { small: 0.24, large: 0.14 };
const LARGE_FROM = 800;

export interface Encoder {
  /** @param now time of drawing, ms */
  encode(pixels: Uint8ClampedArray, now: number, keyFrame: boolean): void;
  /** Frames that were given and have not come out yet. */
  readonly waiting: number;
  close(): void;
}

export function createEncoder(options: {
  width: number;
  height: number;
  frameRate: number;
  onFrame: (frame: Buffer, keyFrame: boolean, timestamp: number) => void;
  onError: (error: Error) => void;
}): Encoder {
  const { width, height, frameRate, onFrame, onError } = options;
  const receiver = createEncoderCallbacks<EncodedVideoChunk>({
    output(chunk) {
      const frame = Buffer.allocUnsafe(chunk.byteLength);
      chunk.copyTo(frame);
      onFrame(frame, chunk.type === "key", chunk.timestamp);
    },
    error: onError,
  });
  const encoder = new VideoEncoder(receiver.callbacks);
  encoder.configure({
    codec: CODEC,
    width,
    height,
    bitrate: Math.round(width * height * frameRate * BITS_PER_PIXEL[width > LARGE_FROM ? "large" : "small"]),
    framerate: frameRate,
    latencyMode: "realtime",
    hardwareAcceleration: "prefer-software",
    avc: { format: "annexb" },
  });
  return {
    encode(pixels, now, keyFrame) {
      const frame = new VideoFrame(new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength), {
        format: "RGBA",
        codedWidth: width,
        codedHeight: height,
        timestamp: Math.round(now * 1000),
      });
      encoder.encode(frame, { keyFrame });
      frame.close();
    },
    get waiting() {
      return encoder.encodeQueueSize;
    },
    close() {
      receiver.release();
      if (encoder.state !== "closed") encoder.close();
    },
  };
}

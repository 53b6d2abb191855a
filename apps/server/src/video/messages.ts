/**
 * The messages between server and media process: plain objects over the child's IPC channel, validated by the receiver.
 * Display states are most of the traffic and internal, so only their outline is validated.
 */
import type { DisplayState } from "@reelcast/machine";
import type { ReelsView } from "@reelcast/machine/screen";
import * as z from "zod/mini";
import { ErrorCode, PICTURE_SIZES } from "@reelcast/contract";

const Display = z.custom<DisplayState>(
  (value) => typeof value === "object" && value !== null && "presses" in value && "reels" in value,
);
const Reels = z.custom<ReelsView>((value) => typeof value === "object" && value !== null && "reels" in value);
const Id = z.string().check(z.maxLength(64));

const MediaOptions = z.object({
  width: z.number(),
  height: z.number(),
  timecode: z.boolean(),
  /** Size for viewers whose picture is large; without it, all have the standard one. */
  large: z.optional(z.object({ width: z.number(), height: z.number() })),
  /** For viewers on a phone that is held upright. */
  tall: z.optional(z.object({ width: z.number(), height: z.number() })),
  /** The first of these UDP ports that is free serves all viewers. */
  ports: z.object({ from: z.number(), to: z.number() }),
  /** Address of the network interface to use; without it, all of them. */
  bindAddress: z.optional(z.string()),
  publicAddresses: z.optional(z.array(z.string())),
  /** UDP ports of the proxy for viewers behind TURN over TCP or TLS, of which the first free one is used; without it, no proxy. */
  proxyPorts: z.optional(z.object({ from: z.number(), to: z.number() })),
  /** Time in which a viewer must connect after its answer. */
  connectMs: z.optional(z.number()),
});
export type MediaOptions = z.infer<typeof MediaOptions>;

const ToMedia = z.discriminatedUnion("type", [
  z.object({ type: z.literal("start"), options: MediaOptions }),
  z.object({
    type: z.literal("create"),
    viewerId: Id,
    machineId: z.number(),
    offer: z.string(),
    /** The viewer is in a network of the house. */
    isLocal: z.optional(z.boolean()),
    frameRate: z.number(),
    /** What suits the viewer's place for the picture. */
    size: z.enum(PICTURE_SIZES),
    display: Display,
  }),
  z.object({ type: z.literal("remove"), viewerId: Id }),
  z.object({ type: z.literal("display"), machineId: z.number(), display: Display }),
  /** Asks for a picture of these reels, as they stand now. */
  z.object({ type: z.literal("still"), stillId: z.number(), view: Reels }),
  /** Answered by a pong, to detect a process that hangs. */
  z.object({ type: z.literal("ping") }),
]);
export type ToMedia = z.infer<typeof ToMedia>;

/**
 * Of all video, and of the proxy; null: none of the configured ports can be opened, which is tried again at each ping.
 * `fault`: without a port of video, the system's code for the first one, such as EADDRINUSE.
 */
const Ports = z.object({
  video: z.nullable(z.number()),
  proxy: z.nullable(z.number()),
  fault: z.optional(z.string()),
});

const FromMedia = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), ports: Ports }),
  z.object({ type: z.literal("created"), viewerId: Id, answer: z.string() }),
  /** NoCommonVideoFormat no format in common, InvalidRequest not an offer, VideoStartFailed anything else. */
  z.object({
    type: z.literal("refused"),
    viewerId: Id,
    code: z.union([
      z.literal(ErrorCode.NoCommonVideoFormat),
      z.literal(ErrorCode.InvalidRequest),
      z.literal(ErrorCode.VideoStartFailed),
    ]),
    detail: z.string(),
  }),
  z.object({ type: z.literal("ended"), viewerId: Id }),
  /** `image`: WebP in base64; null: it could not be drawn. */
  z.object({ type: z.literal("still"), stillId: z.number(), image: z.nullable(z.string()) }),
  /** Frames drawn and encoded since the start, of all machines; resident memory, MB. */
  z.object({
    type: z.literal("pong"),
    frames: z.number(),
    machines: z.number(),
    residentMb: z.number(),
    ports: Ports,
  }),
]);
export type MediaPorts = z.infer<typeof Ports>;
export type FromMedia = z.infer<typeof FromMedia>;

/** @throws ZodError */
export const readToMedia = (message: unknown): ToMedia => z.parse(ToMedia, message);
/** @throws ZodError */
export const readFromMedia = (message: unknown): FromMedia => z.parse(FromMedia, message);

/** What an edge asks a media node, and how media nodes show that they live. A node is addressed by its name. */
import { MachineNote } from "@reelcast/contract";
import type { ReelsView } from "@reelcast/machine/screen";
import * as z from "zod/mini";
import { defineCall, defineFeed } from "../../bus/messages.ts";

const Id = z.int();
const Requester = { resource: z.string().check(z.maxLength(64)), playerId: Id, machineId: Id };
const Reels = z.custom<ReelsView>((value) => typeof value === "object" && value !== null && "reels" in value);
const Version = z.nullable(z.number());

export const MEDIA = defineCall("media", {
  /** Whether it is there: an address that nobody serves is known at once, silence only after a while. */
  ping: { params: z.object({}), result: z.object({}) },
  /** The sessions for which it made pictures: for an edge that has begun after them. */
  sessions: { params: z.object({}), result: z.object({ sessionIds: z.array(z.string()) }) },
  create: {
    params: z.object({
      sessionId: z.string(),
      playerId: Id,
      machineId: Id,
      epoch: z.int(),
      offer: z.string(),
      isLocal: z.optional(z.boolean()),
      pictureWidth: z.optional(z.number()),
      pictureHeight: z.optional(z.number()),
    }),
    result: z.object({ id: z.string(), etag: z.string(), answer: z.string(), link: z.nullable(z.string()) }),
  },
  patch: {
    params: z.object({ ...Requester, ifMatch: z.nullable(z.string()), fragment: z.string() }),
    result: z.discriminatedUnion("status", [
      z.object({ status: z.literal(204) }),
      z.object({ status: z.literal(200), etag: z.string(), fragment: z.string() }),
    ]),
  },
  remove: { params: z.object(Requester), result: z.object({}) },
  viewed: { params: z.object(Requester), result: z.object({ isViewed: z.boolean() }) },
  stills: {
    params: z.object({
      wanted: z.array(
        z.object({ id: Id, version: Version, isLiving: z.optional(z.boolean()), notesUntil: z.optional(z.number()) }),
      ),
    }),
    result: z.object({
      stills: z.array(
        z.object({
          id: Id,
          version: z.number(),
          image: z.optional(z.string()),
          sound: z.optional(
            z.object({ until: z.number(), notes: z.array(z.extend(MachineNote, { agoMs: z.number() })) }),
          ),
        }),
      ),
    }),
  },
  drawReels: { params: z.object({ view: Reels }), result: z.object({ image: z.nullable(z.string()) }) },
});

/**
 * Twice a second, by the node's name. `ends`: it takes no new viewers. `shown`: sessions for which it has made pictures since
 * the last one, so that each edge notifies the seats that it has when the node is gone.
 */
export const ALIVE = defineFeed("alive", z.object({ ends: z.boolean(), shown: z.optional(z.array(z.string())) }));

/**
 * Seats that have lost their picture, to all edges. `epoch`: of the connection for which it was made; older versions notify
 * that one alone.
 */
export const LOST = defineFeed(
  "lostpictures",
  z.object({ seats: z.array(z.object({ sessionId: z.string(), epoch: z.int() })) }),
);
export const ALL_EDGES = "edges";

/**
 * The socket of the console, `/ws/console?ticket=…`: JSON-RPC 2.0 as the players' sockets have it. A client names the topics
 * that it follows; each is open to those who have its permission. A notification has the topic's name, and says what changed
 * since the client read it last; what it missed meanwhile it reads again.
 */
import * as z from "zod/mini";
import { COMMON_REQUESTS } from "../rpc.ts";
import { FloorChanges } from "./floor.ts";
import type { Permission } from "./roles.ts";

export const CONSOLE_TOPICS = ["floor", "queue", "chat", "staff"] as const;
export type ConsoleTopic = (typeof CONSOLE_TOPICS)[number];
/** Who may follow a topic. */
export const TOPIC_PERMISSIONS: Readonly<Record<ConsoleTopic, Permission>> = {
  floor: "floor.view",
  queue: "floor.view",
  chat: "chat.answer",
  staff: "staff.manage",
};

/** What a session of the wall may follow. */
export const WALL_TOPICS: readonly ConsoleTopic[] = ["floor"];

const Topics = z.object({ topics: z.array(z.enum(CONSOLE_TOPICS)) });
/** `key`: what changed ("member 3"). Of several changes of one key within a moment only the last is sent. */
const Change = z.looseObject({ key: z.string() });
/** How many items of each kind wait; of kinds that are not named none does. */
const QueueChange = z.object({ key: z.string(), counts: z.record(z.string(), z.int()) });

export const CONSOLE_SOCKET = {
  name: "console",
  requests: {
    /** Must come first. NotPermitted or SecondFactorRequired for a topic that this session may not follow. */
    init: { params: Topics, result: Topics },
    /** These topics from now on, in place of the ones before. */
    follow: { params: Topics, result: Topics },
    ping: COMMON_REQUESTS.ping,
    /** Without an id, in answer to the notification `heartbeat`. */
    heartbeat: { params: z.object({}), result: z.object({}) },
  },
  notifications: {
    floor: FloorChanges,
    queue: QueueChange,
    chat: Change,
    staff: Change,
    heartbeat: z.object({}),
  },
} as const;

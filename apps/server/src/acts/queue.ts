/**
 * Who works on an item of the work queue. Each needs the permission of what the item is about. Chats are taken by `chat.assign`:
 * their owner in the queue is the one at the support desk.
 */
import { WORK_PERMISSIONS, WorkKey, workKindOf } from "@reelcast/contract/console";
import * as z from "zod/mini";
import { handOverItem, takeItem } from "../workQueue/index.ts";
import { defineAct } from "./act.ts";
import { visibleText } from "./params.ts";

const MAX_NAME = 200;

const Key = WorkKey.check(z.refine((key) => !["chat", null].includes(workKindOf(key))));
type Keyed = { key: string };

/** What the item is about, so that the row is found with the others about it: "machine 3", "transfer …", "approval 4". */
function target({ key }: Keyed): string {
  const kind = workKindOf(key);
  const about = key.slice(key.indexOf(":") + 1);
  if (kind === "transfer" || kind === "approval") return `${kind} ${about}`;
  if (kind === "handPay" || kind === "tilt" || kind === "mismatch") return `machine ${about.split("@")[0]}`;
  return key;
}
const permissionFor = ({ key }: Keyed) => WORK_PERMISSIONS[workKindOf(key) ?? "mismatch"];

/** Takes an item, also from its present owner. */
const take = defineAct({
  name: "queue.take",
  permission: "floor.view",
  permissionFor,
  why: "optional",
  params: z.object({
    key: Key,
    /** Its owner, as the person sees it. */
    seen: z.nullable(z.string()),
  }),
  target,
  async change({ storage }, { by }, { key, seen }) {
    const owner = await takeItem(storage.db, key, by, seen);
    return { target: target({ key }), before: { item: key, owner }, after: { item: key, owner: by }, result: {} };
  },
});

/** Gives an own item to another person, or back to the queue. */
const handOver = defineAct({
  name: "queue.hand-over",
  permission: "floor.view",
  permissionFor,
  why: "optional",
  params: z.object({ key: Key, to: z.nullable(visibleText(MAX_NAME)) }),
  target,
  async change({ storage }, { by }, { key, to }) {
    await handOverItem(storage.db, key, by, to);
    return { target: target({ key }), before: { item: key, owner: by }, after: { item: key, owner: to }, result: {} };
  },
});

export const queueActs = { take, handOver } as const;

/** What people of the house do with significant events. */
import * as z from "zod/mini";
import { MAX_EVENTS } from "@reelcast/contract/console";
import { markSeen } from "../events/index.ts";
import { defineAct } from "./act.ts";

const EventId = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER));

/** Marks events as seen, by the person who acts. Those that somebody has seen stay theirs. */
const see = defineAct({
  name: "events.see",
  permission: "events.see",
  why: "optional",
  params: z.object({ eventIds: z.array(EventId).check(z.minLength(1), z.maxLength(MAX_EVENTS)) }),
  target: ({ eventIds }) => `events ${eventIds.join(", ")}`,
  async change({ storage }, { by }, { eventIds }) {
    const seen = await markSeen(storage.db, eventIds, by);
    return { target: `events ${eventIds.join(", ")}`, before: null, after: { seen }, result: { seen } };
  },
});

export const eventActs = { see } as const;

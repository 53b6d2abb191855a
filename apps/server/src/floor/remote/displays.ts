/** What a media node asks a floor for the picture of a machine, and what the floor sends it while it asks. */
import type { DisplayState } from "@reelcast/machine";
import * as z from "zod/mini";
import { defineCall, defineFeed } from "../../bus/messages.ts";

/** Display states are internal and many: only their outline is checked. */
const Display = z.custom<DisplayState>(
  (value) => typeof value === "object" && value !== null && "presses" in value && "reels" in value,
);

/** What the floor's clock showed when it sent this: the times of a display are by that clock. Absent: of an older version. */
const At = z.optional(z.object({ clock: z.string(), ms: z.number() }));

/** By the machine's id; served by the floor that runs it. */
export const DISPLAY = defineCall("display", {
  /** The states of a drawn machine are sent for some seconds from now on. */
  want: {
    params: z.object({}),
    result: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("drawn"), display: Display, at: At }),
      z.object({ kind: z.literal("whep"), url: z.string() }),
    ]),
  },
});
/** By the machine's id: each new state while somebody wants it. */
export const DISPLAYS = defineFeed("displays", z.object({ display: Display, at: At }));

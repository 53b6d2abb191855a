/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { EVENTS } from "../../testing/events.ts";
import { floorOf } from "../../testing/floor.ts";
import { pageOf } from "../../testing/records.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/events"> = {
  "/events": {
    at: "/events",
    reads: [["events"]],
    answer() {
      onCall("events", { items: EVENTS, nextCursor: null });
      onCall("floor", floorOf());
    },
    shows: "Reason: reel 2 stalled",
    empty: { answer: () => onCall("events", pageOf()), says: "No events" },
  },
};

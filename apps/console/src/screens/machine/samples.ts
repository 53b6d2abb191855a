/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { ME } from "../../testing/answers.ts";
import { TIMELINE, floorOf, recordOf, tileAs } from "../../testing/floor.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/machine/$id"> = {
  "/machine/$id": {
    at: "/machine/1",
    reads: [["floor"], ["machine", "machineTimeline"]],
    answer() {
      // The live picture is a journey's subject.
      onCall("me", { ...ME, permissions: ME.permissions.filter((one) => one !== "machine.watch") });
      onCall("floor", floorOf());
      onCall("floorStills", { stills: [], nextMs: 2_000 });
      onCall("machine", recordOf(tileAs(1, "Copper Canyon")));
      onCall("machineTimeline", TIMELINE);
      onCall("machineTrace", []);
    },
    shows: "Game 4: bet ₺2.50, win ₺10",
    empty: {
      answer: () => onCall("machineTimeline", { items: [], newer: "n", older: null }),
      says: "Nothing has happened yet",
    },
  },
};

/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { floorOf } from "../../testing/floor.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/floor"> = {
  "/floor": {
    at: "/floor",
    reads: [["floor"]],
    answer() {
      onCall("floor", floorOf());
      onCall("floorStills", { stills: [], nextMs: 2_000 });
    },
    shows: "Polar Fire",
    empty: { answer: () => onCall("floor", floorOf([])), says: "There are no machines yet" },
  },
};

/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { restoreCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/staff"> = {
  "/staff": {
    at: "/staff",
    reads: [["staff"]],
    answer: () => restoreCall("staff"),
    shows: "Mehmet",
  },
};

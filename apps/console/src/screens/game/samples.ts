/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { GAME } from "../../testing/records.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/games/$id"> = {
  "/games/$id": {
    at: "/games/3-1042",
    reads: [["game"]],
    answer: () => onCall("game", GAME),
    shows: "classic-sevens",
  },
};

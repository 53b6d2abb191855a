/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { MOVEMENT, RECORD, SERIES } from "../../testing/player.ts";
import { pageOf } from "../../testing/records.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/players/$id"> = {
  "/players/$id": {
    at: "/players/7",
    reads: [["player"], ["playerMoney", "playerSeries"]],
    answer() {
      onCall("player", RECORD);
      onCall("playerMoney", pageOf(MOVEMENT));
      onCall("playerSeries", SERIES);
    },
    shows: "Orchard Gold",
    empty: {
      answer() {
        onCall("playerMoney", pageOf());
        onCall("playerSeries", { points: [] });
      },
      says: "No money has moved yet",
    },
  },
};

/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { gameRow, pageOf } from "../../testing/records.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/games"> = {
  "/games": {
    at: "/games",
    reads: [["games"]],
    answer: () =>
      onCall(
        "games",
        pageOf(gameRow(3, { win: 90_000, jackpot: 50_000 }), gameRow(2, { free: true, handPay: 7_000 }), gameRow(1)),
      ),
    shows: "3-2",
    empty: { answer: () => onCall("games", pageOf()), says: "No games" },
  },
};

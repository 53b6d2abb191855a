/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { AT, MACHINE, pageOf, playerRow } from "../../testing/records.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/players"> = {
  "/players": {
    at: "/players",
    reads: [["players"]],
    answer: () =>
      onCall(
        "players",
        pageOf(
          { ...playerRow(1), name: "Anna Bell", email: "anna@example.com", lastLogin: AT, machine: MACHINE },
          { ...playerRow(2), states: ["seated", "inDoubt", "away", "banned", "unverified"] },
        ),
      ),
    shows: "demo2",
    empty: { answer: () => onCall("players", pageOf()), says: "No players" },
  },
};

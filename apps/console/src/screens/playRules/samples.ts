/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { UKGC, stateOf, versionOf } from "../../testing/playRules.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/play-rules"> = {
  "/play-rules": {
    at: "/play-rules",
    reads: [["playRules"], ["playRulesHistory"]],
    answer() {
      onCall("playRules", stateOf(7, UKGC));
      onCall("playRulesHistory", { versions: [versionOf(7, UKGC, "as the licence says"), versionOf(4, "mga", null)] });
    },
    shows: "as the licence says",
    empty: {
      answer() {
        onCall("playRules", { ...stateOf(0, "none"), at: null, by: null });
        onCall("playRulesHistory", { versions: [] });
      },
      says: "The rules were never changed",
    },
  },
};

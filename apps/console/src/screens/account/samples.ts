/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { onCall, restoreCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/account"> = {
  "/account": {
    at: "/account",
    reads: [["passkeys", "ownSessions"]],
    answer() {
      restoreCall("passkeys");
      restoreCall("ownSessions");
    },
    shows: "Ofis",
    empty: { answer: () => onCall("passkeys", []), says: "You have no passkey yet" },
  },
};

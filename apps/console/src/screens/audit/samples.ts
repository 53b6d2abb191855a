/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { rows } from "../../testing/audit.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/audit"> = {
  "/audit": {
    at: "/audit",
    reads: [["audit", "auditChain"]],
    answer() {
      onCall("audit", ({ query }) => (query["after"] === undefined ? rows(20) : { items: [], older: null, newer: 20 }));
      onCall("auditWords", { by: ["Mehmet"], acts: ["player.note"] });
      onCall("auditChain", { head: { seq: 20, hash: "00" }, verified: null });
    },
    shows: "row 20",
    empty: { answer: () => onCall("audit", { items: [], older: null, newer: 0 }), says: "No such rows" },
  },
};

/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { ME } from "../../testing/answers.ts";
import { ID, REQUEST, TRANSFER, item } from "../../testing/records.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/queue"> = {
  "/queue": {
    at: `/queue?item=transfer:${ID}`,
    reads: [["workQueue"], ["transfer"]],
    answer() {
      onCall("workQueue", { items: [item("transfer"), REQUEST], isTruncated: true });
      onCall("workPeople", { names: [ME.name, "Mehmet"] });
      onCall("transfer", TRANSFER);
    },
    shows: "203.0.113.7",
    empty: { answer: () => onCall("workQueue", { items: [], isTruncated: false }), says: "Nothing waits" },
  },
};

/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { ID, TRANSFER, pageOf, transferRow } from "../../testing/records.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/transfers" | "/transfers/$id"> = {
  "/transfers": {
    at: "/transfers",
    reads: [["transfers"]],
    answer: () =>
      onCall(
        "transfers",
        pageOf(transferRow("1"), { ...transferRow("2"), kind: "cashout", state: "manual", amount: null, moved: null }),
      ),
    shows: "22222222",
    empty: { answer: () => onCall("transfers", pageOf()), says: "No transfers" },
  },
  "/transfers/$id": {
    at: `/transfers/${ID}`,
    reads: [["transfer"]],
    answer: () => onCall("transfer", TRANSFER),
    shows: "203.0.113.7",
  },
};

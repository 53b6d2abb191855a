/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { RECORD } from "../../testing/player.ts";
import { APPROVAL, AT, pageOf } from "../../testing/records.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ApprovalRow } from "@reelcast/contract/console";
import type { ScreenSamples } from "../../testing/screens.ts";

const APPROVED: ApprovalRow = { ...APPROVAL, id: 5, state: "approved", decidedBy: "Ayşe", decidedAt: AT };

export const samples: ScreenSamples<"/approvals" | "/approvals/$id"> = {
  "/approvals": {
    at: "/approvals",
    reads: [["approvals"]],
    answer: () => onCall("approvals", pageOf<ApprovalRow>(APPROVAL, APPROVED)),
    shows: "Mehmet",
    empty: { answer: () => onCall("approvals", pageOf()), says: "No requests" },
  },
  "/approvals/$id": {
    at: "/approvals/4",
    reads: [["approval"]],
    answer() {
      onCall("approval", APPROVAL);
      onCall("player", RECORD);
    },
    shows: "₺201,000.00",
  },
};

/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { ME } from "../../testing/answers.ts";
import { CANNED, CONTEXT, COUNTS, chat, dialog } from "../../testing/desk.ts";
import { AT } from "../../testing/records.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/desk" | "/desk/$player"> = {
  "/desk": {
    at: "/desk",
    reads: [["deskChats"]],
    answer: () => onCall("deskChats", { items: [chat(7, "anna"), chat(8, "boris")], next: null, counts: COUNTS }),
    shows: "boris",
    empty: {
      answer: () => onCall("deskChats", { items: [], next: null, counts: { ...COUNTS, waiting: 0 } }),
      says: "Nobody waits",
    },
  },
  "/desk/$player": {
    at: "/desk/7",
    reads: [["deskChats", "deskDialog", "deskContext"]],
    answer() {
      onCall("deskChats", { items: [chat(7, "anna"), chat(8, "boris")], next: null, counts: COUNTS });
      const answered = { id: 2, at: AT, text: "Hemen bakıyorum.", byDesk: true, by: "Mehmet", clientId: null };
      onCall("deskDialog", dialog({ messages: [...dialog().messages, answered] }));
      onCall("deskContext", CONTEXT);
      onCall("deskPeople", { names: [ME.name, "Mehmet"] });
      onCall("cannedAnswers", CANNED);
    },
    shows: "Hemen bakıyorum.",
    empty: { answer: () => onCall("deskDialog", dialog({ messages: [], state: "none" })), says: "No messages yet" },
  },
};

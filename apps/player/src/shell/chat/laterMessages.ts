/** The number of unread messages, for the buttons behind which the chat is: loaded after what a player needs first. */
import { whenIdle } from "@reelcast/ui";
import { lazyPart } from "../../i18n/lazyPart.ts";

/** Rendered into the existing button, since replacing a button would lose the focus. */
export const WaitingMessages = lazyPart(
  whenIdle(() => import("./WaitingMessages.tsx")),
  "chat",
);

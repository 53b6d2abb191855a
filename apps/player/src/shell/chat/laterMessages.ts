/** The number of unread messages, for the buttons behind which the chat is: loaded after what a player needs first. */
import { lazyPart, whenIdle } from "../../ui/index.ts";

/** Rendered into the existing button, since replacing a button would lose the focus. */
export const WaitingMessages = lazyPart(
  whenIdle(() => import("./WaitingMessages.tsx")),
  "chat",
);

/** For tests of chats: records the notifications. */
import type { Db } from "../storage/index.ts";
import { createChat } from "./index.ts";
import type { ChatChange } from "./index.ts";

export function openTestChat(db: Db) {
  const told: ChatChange[] = [];
  const tell = (message: ChatChange) => void told.push(message);
  return { chat: createChat({ db, tell }), told, tell };
}

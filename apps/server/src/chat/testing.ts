/** For tests of chats: records the notifications. */
import type { Db } from "../storage/index.ts";
import { createChat } from "./index.ts";
import type { ChatChange } from "./index.ts";

export function openTestChat(db: Db) {
  const changes: ChatChange[] = [];
  const onChange = (change: ChatChange) => void changes.push(change);
  return { chat: createChat({ db, onChange }), changes, onChange };
}

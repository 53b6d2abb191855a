/** For tests of chats: players without passwords, and what was told to whom. */
import type { Db } from "../storage/index.ts";
import { createChat } from "./index.ts";
import type { Told } from "./index.ts";

export async function addTestPlayer(db: Db, username: string): Promise<number> {
  const { id } = await db
    .insertInto("players")
    .values({
      username,
      email: `${username}@example.com`,
      name: "",
      lastname: "",
      permissions: [145],
      password_hash: "",
      pin_hash: "",
      banned_at: null,
      last_login_at: null,
      last_login_ip: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export function openTestChat(db: Db) {
  const told: Told[] = [];
  const tell = (message: Told) => void told.push(message);
  return { chat: createChat({ db, tell }), told, tell };
}

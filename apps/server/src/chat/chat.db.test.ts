/** Who sees whom, what is said, what is unread and who is there: with a real database. */
import { AppError } from "@reelcast/contract";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addTestPlayer, createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { answerPlayer, deskChats, deskDialog, introduce, introductions, part } from "./index.ts";
import { openTestChat } from "./testing.ts";

let database: TestDatabase;
let house: ReturnType<typeof openTestChat>;
let [anna, boris, clara] = [0, 0, 0];
beforeEach(async () => {
  database = await createTestDatabase();
  house = openTestChat(database.db);
  [anna, boris, clara] = [
    await addTestPlayer(database.db, "anna"),
    await addTestPlayer(database.db, "boris"),
    await addTestPlayer(database.db, "clara"),
  ];
});
afterEach(() => database.close());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );
const contactIds = async (playerId: number) => (await house.chat.contacts(playerId)).map(({ id }) => id);
const chatIdOf = async (playerId: number, contact: string) => (await house.chat.read(playerId, contact)).chat.id;
async function say(from: number, to: number | "support", text: string) {
  const chatId = await chatIdOf(from, String(to));
  return house.chat.send(from, { chatId, contactId: String(to), text });
}
const unread = async (playerId: number, contact: string) =>
  (await house.chat.contacts(playerId)).find(({ id }) => id === contact)?.unread;

describe("who sees whom", () => {
  it("only the support desk, until the operator introduces two players to each other", async () => {
    expect(await house.chat.contacts(anna)).toEqual([
      { id: "support", name: "Support", avatar: null, status: "online", unread: 0 },
    ]);
    expect(await introduce(database.db, boris, anna)).toBe(true);
    expect(await introduce(database.db, anna, boris)).toBe(false);
    expect(await contactIds(anna)).toEqual(["support", String(boris)]);
    expect(await contactIds(boris)).toEqual(["support", String(anna)]);
    expect(await contactIds(clara)).toEqual(["support"]);
    expect(await introductions(database.db)).toEqual([{ a: "anna", b: "boris" }]);
    await expect(introduce(database.db, anna, anna)).rejects.toThrow("themselves");
  });

  it("nobody any more once they are parted; introduced again, they find what they said", async () => {
    await introduce(database.db, anna, boris);
    await say(anna, boris, "Merhaba");
    const chatId = await chatIdOf(anna, String(boris));
    expect(await part(database.db, boris, anna)).toBe(true);
    expect(await part(database.db, boris, anna)).toBe(false);
    expect(await contactIds(boris)).toEqual(["support"]);
    expect((await house.chat.user(boris)).chatList).toEqual({});
    expect(await codeOf(house.chat.read(boris, String(anna)))).toBe(40400);
    const message = { chatId, contactId: String(boris), text: "Orada mısın?" };
    expect(await codeOf(house.chat.send(anna, message))).toBe(40400);
    await introduce(database.db, anna, boris);
    const { chat } = await house.chat.read(boris, String(anna));
    expect(chat.dialog.map((one) => one.message)).toEqual(["Merhaba"]);
  });

  it("what is another's is answered like what does not exist", async () => {
    await introduce(database.db, anna, boris);
    await say(anna, boris, "Aramızda kalsın");
    const theirs = await chatIdOf(anna, String(boris));
    const support = await chatIdOf(anna, "support");
    for (const contact of [String(anna), String(boris), "999999", "99999999999", "0", "-1", "boris", "support2"])
      expect(await codeOf(house.chat.read(clara, contact)), contact).toBe(40400);
    for (const chatId of [theirs, support, "no-such-chat-at-all"])
      for (const contactId of [String(anna), String(boris), "support"])
        expect(await codeOf(house.chat.send(clara, { chatId, contactId, text: "x" })), contactId).toBe(40400);
    // The own chat, with somebody else named as its other end.
    expect(await codeOf(house.chat.send(anna, { chatId: theirs, contactId: "support", text: "x" }))).toBe(40400);
    const { count } = await database.db
      .selectFrom("chat_messages")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  it("a player by the name that they chose, else by their username", async () => {
    await introduce(database.db, anna, boris);
    const nameOf = async () => (await house.chat.contacts(anna))[1]?.name;
    expect(await nameOf()).toBe("boris");
    await database.db
      .insertInto("player_settings")
      .values({ player_id: boris, theme: null, display_name: "Bora" })
      .execute();
    expect(await nameOf()).toBe("Bora");
    expect((await house.chat.user(boris)).name).toBe("Bora");
  });
});

describe("messages", () => {
  it("reach the other end, stand in both chats in order, and are unread until they are read", async () => {
    await introduce(database.db, anna, boris);
    const sent = await say(anna, boris, "  Merhaba \u0007Boris\r\nNasılsın?  ");
    expect(sent.message).toMatchObject({ who: String(anna), message: "Merhaba Boris\nNasılsın?" });
    const chatId = sent.userChatList[String(boris)]?.chatId ?? "";
    expect(sent.userChatList[String(boris)]?.lastMessageTime).toBe(sent.message.time);
    expect(house.told).toEqual([{ playerId: boris, chatId, contactId: String(anna), message: sent.message }]);
    expect([await unread(boris, String(anna)), await unread(anna, String(boris))]).toEqual([1, 0]);
    await say(anna, boris, "Orada mısın?");
    expect(await unread(boris, String(anna))).toBe(2);
    const { chat } = await house.chat.read(boris, String(anna));
    expect([chat.id, chat.dialog.map(({ message }) => message)]).toEqual([
      chatId,
      ["Merhaba Boris\nNasılsın?", "Orada mısın?"],
    ]);
    expect(await unread(boris, String(anna))).toBe(0);
    const answer = await say(boris, anna, "İyiyim");
    expect(await unread(anna, String(boris))).toBe(1);
    expect((await house.chat.read(anna, String(boris))).chat.dialog.at(-1)).toEqual(answer.message);
  });

  it("are not empty, not longer than 2,000 characters, and hold only what can be kept", async () => {
    const chatId = await chatIdOf(anna, "support");
    const send = (text: string) => house.chat.send(anna, { chatId, contactId: "support", text });
    for (const text of ["", "   ", "\n\t\r\n", "\u0000\u001b", "x".repeat(2_001)])
      expect(await codeOf(send(text))).toBe(40000);
    expect((await send("😀".repeat(1_000))).message.message).toHaveLength(2_000);
    expect((await send("a\ud800b\u001b[31m")).message.message).toBe("a\ufffdb[31m");
  });

  it("of a long chat the newest 200 are shown", async () => {
    const chatId = await chatIdOf(anna, "support");
    await sql`insert into chat_messages (chat_id, author_id, text)
      select ${chatId}, ${anna}::int, 'message ' || n from generate_series(1, 250) as n`.execute(database.db);
    const { dialog } = (await house.chat.read(anna, "support")).chat;
    expect([dialog.length, dialog[0]?.message, dialog.at(-1)?.message]).toEqual([200, "message 51", "message 250"]);
  });

  it("none is lost or read unseen when both write at once", async () => {
    await introduce(database.db, anna, boris);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? say(anna, boris, `${index}`) : say(boris, anna, `${index}`),
      ),
    );
    const mine = (await house.chat.read(anna, String(boris))).chat.dialog;
    expect(mine.map(({ message }) => Number(message)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
    expect((await house.chat.read(boris, String(anna))).chat.dialog).toEqual(mine);
    expect(house.told).toHaveLength(20);
  });
});

describe("the support desk", () => {
  it("finds whoever waits, longest first, and what it answers reaches the player", async () => {
    await say(boris, "support", "Bakiyem görünmüyor");
    await say(anna, "support", "İyi akşamlar");
    await say(boris, "support", "Kimse var mı?");
    expect(house.told).toEqual([]);
    expect(
      (await deskChats(database.db)).map(({ username, unanswered, lastText }) => [username, unanswered, lastText]),
    ).toEqual([
      ["boris", 2, "Kimse var mı?"],
      ["anna", 1, "İyi akşamlar"],
    ]);
    await answerPlayer(database.db, boris, " Hemen bakıyoruz. ", house.tell);
    const [told] = house.told;
    expect(told).toMatchObject({
      playerId: boris,
      contactId: "support",
      message: { who: "support", message: "Hemen bakıyoruz." },
    });
    expect(told?.chatId).toBe(await chatIdOf(boris, "support"));
    expect((await deskChats(database.db)).map(({ username, unanswered }) => [username, unanswered])).toEqual([
      ["anna", 1],
      ["boris", 0],
    ]);
    expect((await deskDialog(database.db, boris)).map(({ who }) => who)).toEqual([
      String(boris),
      String(boris),
      "support",
    ]);
  });

  it("may write first; the player sees that it is unread", async () => {
    await answerPlayer(database.db, clara, "Hoş geldiniz.", house.tell);
    expect(await unread(clara, "support")).toBe(1);
    expect(await codeOf(answerPlayer(database.db, clara, " ", house.tell))).toBe(40000);
    await house.chat.read(clara, "support");
    expect(await unread(clara, "support")).toBe(0);
  });

  it("begins one chat with a player, however many ask at once", async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => chatIdOf(anna, "support")));
    expect(new Set(ids).size).toBe(1);
  });
});

describe("presence", () => {
  const statusOf = async (playerId: number, contact: number) =>
    (await house.chat.contacts(playerId)).find(({ id }) => id === String(contact))?.status;
  const away = (seconds: number) =>
    sql`update chat_presence set seen_at = now() - make_interval(secs => ${seconds})`.execute(database.db);

  it("is the chosen status while the player has been seen lately, else offline", async () => {
    await introduce(database.db, anna, boris);
    expect(await statusOf(anna, boris)).toBe("offline");
    await house.chat.seen([boris, clara]);
    expect(await statusOf(anna, boris)).toBe("online");
    expect((await house.chat.setStatus(boris, "do-not-disturb")).status).toBe("do-not-disturb");
    expect(await statusOf(anna, boris)).toBe("do-not-disturb");
    await away(130);
    expect(await statusOf(anna, boris)).toBe("offline");
    // The choice is kept for when the player is back.
    expect((await house.chat.user(boris)).status).toBe("do-not-disturb");
    expect(await statusOf(anna, boris)).toBe("do-not-disturb");
  });

  it("is noted at most once a minute, and of nobody whom no other player sees", async () => {
    await introduce(database.db, anna, boris);
    await house.chat.seen([anna, boris, clara]);
    const rows = () =>
      database.db.selectFrom("chat_presence").select(["player_id", "seen_at"]).orderBy("player_id").execute();
    const first = await rows();
    expect(first.map(({ player_id }) => player_id)).toEqual([anna, boris]);
    await house.chat.seen([anna, boris]);
    expect(await rows()).toEqual(first);
    await away(55);
    await house.chat.seen([anna, boris]);
    expect((await rows())[0]?.seen_at.getTime()).toBeGreaterThan(first[0]?.seen_at.getTime() ?? 0);
  });
});

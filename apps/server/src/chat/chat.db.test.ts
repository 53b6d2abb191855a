/** Contacts, messages, unread counts and presence, with a real database. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addTestPlayer, createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { answerPlayer, deskMessages, endIntroduction, introduce, introductions, listDesk } from "./index.ts";
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

describe("contacts", () => {
  it("are only the support desk, until the operator introduces two players", async () => {
    expect(await house.chat.contacts(anna)).toEqual([
      { id: "support", name: "Support", avatar: null, status: "offline", unread: 0 },
    ]);
    expect(await introduce(database.db, boris, anna, house.onChange)).toBe(true);
    expect(await introduce(database.db, anna, boris, house.onChange)).toBe(false);
    expect(await contactIds(anna)).toEqual(["support", String(boris)]);
    expect(await contactIds(boris)).toEqual(["support", String(anna)]);
    const chatId = await chatIdOf(anna, String(boris));
    expect(house.changes).toEqual([
      { playerId: boris, chatId, contactId: String(anna) },
      { playerId: anna, chatId, contactId: String(boris) },
    ]);
    expect(await contactIds(clara)).toEqual(["support"]);
    expect(await introductions(database.db)).toEqual([{ a: "anna", b: "boris" }]);
    await expect(introduce(database.db, anna, anna, house.onChange)).rejects.toThrow("themselves");
  });

  it("show the support desk as online while somebody who answers chats is at the console", async () => {
    const deskStatus = async () => (await house.chat.contacts(anna))[0]?.status;
    const { id } = await database.db
      .insertInto("staff")
      .values({ name: "ayse", skeleton: "ayse", roles: ["cashier"], created_at: new Date() })
      .returning("id")
      .executeTakeFirstOrThrow();
    const used = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const session = {
      staff_id: id,
      digest: "d".repeat(43),
      second_factor: true,
      address: "192.0.2.1",
      agent: "",
      started_at: used(9),
    };
    await database.db
      .insertInto("staff_sessions")
      .values({ ...session, last_used_at: used(1) })
      .execute();
    expect(await deskStatus()).toBe("offline");
    await database.db
      .updateTable("staff")
      .set({ roles: ["viewer", "support"] })
      .execute();
    expect(await deskStatus()).toBe("online");
    await database.db
      .updateTable("staff_sessions")
      .set({ last_used_at: used(6) })
      .execute();
    expect(await deskStatus()).toBe("offline");
    await database.db
      .updateTable("staff_sessions")
      .set({ last_used_at: used(1), wall: true })
      .execute();
    expect(await deskStatus()).toBe("offline");
    await database.db.updateTable("staff_sessions").set({ wall: false, ended_at: new Date() }).execute();
    expect(await deskStatus()).toBe("offline");
  });

  it("end with the introduction; introduced again, both find their messages", async () => {
    await introduce(database.db, anna, boris, house.onChange);
    await say(anna, boris, "Merhaba");
    const chatId = await chatIdOf(anna, String(boris));
    house.changes.length = 0;
    expect(await endIntroduction(database.db, boris, anna, house.onChange)).toBe(true);
    expect(house.changes).toEqual([
      { playerId: boris, chatId, contactId: String(anna) },
      { playerId: anna, chatId, contactId: String(boris) },
    ]);
    expect(await endIntroduction(database.db, boris, anna, house.onChange)).toBe(false);
    expect(await contactIds(boris)).toEqual(["support"]);
    expect((await house.chat.user(boris)).chatList).toEqual({});
    expect(await codeOf(house.chat.read(boris, String(anna)))).toBe(ErrorCode.NotFound);
    const message = { chatId, contactId: String(boris), text: "Orada mısın?" };
    expect(await codeOf(house.chat.send(anna, message))).toBe(ErrorCode.NotFound);
    await introduce(database.db, anna, boris, house.onChange);
    const { chat } = await house.chat.read(boris, String(anna));
    expect(chat.dialog.map((one) => one.message)).toEqual(["Merhaba"]);
  });

  it("a chat of another player is answered like a missing one", async () => {
    await introduce(database.db, anna, boris, house.onChange);
    await say(anna, boris, "Aramızda kalsın");
    const theirs = await chatIdOf(anna, String(boris));
    const support = await chatIdOf(anna, "support");
    for (const contact of [String(anna), String(boris), "999999", "99999999999", "0", "-1", "boris", "support2"])
      expect(await codeOf(house.chat.read(clara, contact)), contact).toBe(ErrorCode.NotFound);
    for (const chatId of [theirs, support, "no-such-chat-at-all"])
      for (const contactId of [String(anna), String(boris), "support"])
        expect(await codeOf(house.chat.send(clara, { chatId, contactId, text: "x" })), contactId).toBe(
          ErrorCode.NotFound,
        );
    // The player's own chat with a wrong contact id.
    expect(await codeOf(house.chat.send(anna, { chatId: theirs, contactId: "support", text: "x" }))).toBe(
      ErrorCode.NotFound,
    );
    const { count } = await database.db
      .selectFrom("chat_messages")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  it("show a player's display name and username", async () => {
    await introduce(database.db, anna, boris, house.onChange);
    const shown = async () => (await house.chat.contacts(anna))[1];
    expect(await shown()).toMatchObject({ name: "boris", username: "boris" });
    await database.db
      .insertInto("player_settings")
      .values({ player_id: boris, theme: null, display_name: "Bora" })
      .execute();
    expect(await shown()).toMatchObject({ name: "Bora", username: "boris" });
    expect((await house.chat.user(boris)).name).toBe("Bora");
  });
});

describe("messages", () => {
  it("are delivered, are in both chats in order, and are unread until they are read", async () => {
    await introduce(database.db, anna, boris, house.onChange);
    house.changes.length = 0;
    const sent = await say(anna, boris, "  Merhaba \u0007Boris\r\nNasılsın?  ");
    expect(sent.message).toMatchObject({ who: String(anna), message: "Merhaba Boris\nNasılsın?" });
    const chatId = sent.userChatList[String(boris)]?.chatId ?? "";
    expect(sent.userChatList[String(boris)]?.lastMessageTime).toBe(sent.message.time);
    // The author's other devices are notified too.
    expect(house.changes).toEqual([
      { playerId: anna, chatId, contactId: String(boris), message: sent.message },
      { playerId: boris, chatId, contactId: String(anna), message: sent.message },
    ]);
    expect([await unread(boris, String(anna)), await unread(anna, String(boris))]).toEqual([1, 0]);
    await say(anna, boris, "Orada mısın?");
    expect(await unread(boris, String(anna))).toBe(2);
    const { chat } = await house.chat.read(boris, String(anna));
    expect([chat.id, chat.dialog.map(({ message }) => message)]).toEqual([
      chatId,
      ["Merhaba Boris\nNasılsın?", "Orada mısın?"],
    ]);
    expect(await unread(boris, String(anna))).toBe(0);
    // The unread count of the reader's other devices is updated once, and not on a second read.
    const readings = () => house.changes.filter(({ message }) => message === undefined);
    expect(readings()).toEqual([{ playerId: boris, chatId, contactId: String(anna) }]);
    await house.chat.read(boris, String(anna));
    expect(readings()).toHaveLength(1);
    const answer = await say(boris, anna, "İyiyim");
    expect(await unread(anna, String(boris))).toBe(1);
    expect((await house.chat.read(anna, String(boris))).chat.dialog.at(-1)).toEqual(answer.message);
  });

  it("are not empty, at most 2,000 characters, and have no control characters", async () => {
    const chatId = await chatIdOf(anna, "support");
    const send = (text: string) => house.chat.send(anna, { chatId, contactId: "support", text });
    const nothing = [
      "",
      "   ",
      "\n\t\r\n",
      "\u0000\u001b",
      "\u200b",
      "\u2060 \u3164",
      "\u2800",
      "\u00ad\ufe0f",
      "\u0301",
    ];
    for (const text of [...nothing, "x".repeat(2_001)])
      expect(await codeOf(send(text)), JSON.stringify(text)).toBe(ErrorCode.InvalidRequest);
    for (const text of ["!", "👩‍🚀", "❤️", "می‌خواهم"]) expect((await send(text)).message.message).toBe(text);
    expect((await send("😀".repeat(1_000))).message.message).toHaveLength(2_000);
    expect((await send("a\ud800b\u001b[31m")).message.message).toBe("a\ufffdb[31m");
  });

  it("of a long chat the newest 200 are shown, and those before them page by page", async () => {
    const chatId = await chatIdOf(anna, "support");
    await sql`insert into chat_messages (chat_id, author_id, text)
      select ${chatId}, null, 'message ' || n from generate_series(1, 450) as n`.execute(database.db);
    const page = async (before?: number) => {
      const { dialog, older } = (await house.chat.read(anna, "support", before)).chat;
      return { first: dialog[0]?.id, shown: [dialog.length, dialog[0]?.message, dialog.at(-1)?.message, older] };
    };
    // Reading older messages marks nothing as read.
    await page(400);
    expect(await unread(anna, "support")).toBe(450);
    const newest = await page();
    expect(newest.shown).toEqual([200, "message 251", "message 450", true]);
    expect(await unread(anna, "support")).toBe(0);
    const second = await page(newest.first);
    expect(second.shown).toEqual([200, "message 51", "message 250", true]);
    expect((await page(second.first)).shown).toEqual([50, "message 1", "message 50", false]);
    const atDesk = (before?: number) => deskMessages(database.db, { playerId: anna, before });
    expect(await atDesk(second.first)).toMatchObject({ older: false, messages: { length: 50 } });
    expect(await atDesk()).toMatchObject({ older: true, messages: { length: 100, 99: { text: "message 450" } } });
    // The id of a message of another chat gives only messages of the own chat.
    expect((await house.chat.read(boris, "support", newest.first)).chat).toMatchObject({ dialog: [], older: false });
  });

  it("a repeated one, also concurrently or from another device, is stored and notified once", async () => {
    await introduce(database.db, anna, boris, house.onChange);
    house.changes.length = 0;
    const chatId = await chatIdOf(anna, String(boris));
    const clientId = "b3b0c2f4-6a5e-4c1d-9f1e-0123456789ab";
    const wanted = { chatId, contactId: String(boris), text: "Merhaba", clientId };
    const answers = await Promise.all(Array.from({ length: 6 }, () => house.chat.send(anna, wanted)));
    const [first] = answers;
    expect(first?.message).toMatchObject({ message: "Merhaba", clientId });
    for (const { message } of answers) expect(message).toEqual(first?.message);
    expect((await house.chat.send(anna, { ...wanted, text: "Başka" })).message).toEqual(first?.message);
    expect(house.changes.map(({ playerId }) => playerId)).toEqual([anna, boris]);
    // The same text under another id is another message.
    await house.chat.send(anna, { ...wanted, clientId: "b3b0c2f4-6a5e-4c1d-9f1e-0123456789ac" });
    const { dialog } = (await house.chat.read(anna, String(boris))).chat;
    expect(dialog.map(({ message }) => message)).toEqual(["Merhaba", "Merhaba"]);
    // The client id belongs to the author; the same id of another author is another message.
    const theirs = (await house.chat.read(boris, String(anna))).chat.dialog;
    expect(theirs.map((one) => one.clientId)).toEqual([undefined, undefined]);
    expect(house.changes[1]?.message).not.toHaveProperty("clientId");
    expect((await house.chat.send(boris, { ...wanted, contactId: String(anna), text: "Selam" })).message.message).toBe(
      "Selam",
    );
    const support = await chatIdOf(anna, "support");
    expect(await codeOf(house.chat.send(anna, { ...wanted, chatId: support, contactId: "support" }))).toBe(
      ErrorCode.Conflict,
    );
  });

  it("none is lost or marked as read unseen when both write at once", async () => {
    await introduce(database.db, anna, boris, house.onChange);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? say(anna, boris, `${index}`) : say(boris, anna, `${index}`),
      ),
    );
    const changes = house.changes.filter(({ message }) => message !== undefined);
    const mine = (await house.chat.read(anna, String(boris))).chat.dialog;
    expect(mine.map(({ message }) => Number(message)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
    expect((await house.chat.read(boris, String(anna))).chat.dialog).toEqual(mine);
    expect(changes.map(({ playerId }) => playerId).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 20 }, () => anna),
      ...Array.from({ length: 20 }, () => boris),
    ]);
  });
});

it("the chats in which somebody wrote within a time are those of each of these players, from that player's side", async () => {
  await introduce(database.db, anna, boris, house.onChange);
  await say(anna, boris, "hello");
  await say(clara, "support", "help");
  const ids = { both: await chatIdOf(anna, String(boris)), desk: await chatIdOf(clara, "support") };
  const changed = async (players: number[], ms: number) =>
    (await house.chat.changedWithin(players, ms)).toSorted((a, b) => a.playerId - b.playerId);
  expect(await changed([anna, boris, clara], 60_000)).toEqual([
    { playerId: anna, chatId: ids.both, contactId: String(boris) },
    { playerId: boris, chatId: ids.both, contactId: String(anna) },
    { playerId: clara, chatId: ids.desk, contactId: "support" },
  ]);
  expect(await changed([anna], 60_000)).toHaveLength(1);
  expect(await changed([anna, boris, clara], 0)).toEqual([]);
});

describe("the support desk", () => {
  it("lists waiting players, the longest wait first, and its answers reach the player", async () => {
    await say(boris, "support", "Bakiyem görünmüyor");
    await say(anna, "support", "İyi akşamlar");
    await say(boris, "support", "Kimse var mı?");
    expect(house.changes.map(({ playerId }) => playerId)).toEqual([boris, anna, boris]);
    house.changes.length = 0;
    const list = async (state: "waiting" | "open") =>
      (await listDesk(database.db, { state }, { limit: 10 })).map(({ username, unread: unseen, lastText }) => [
        username,
        unseen,
        lastText,
      ]);
    expect(await list("waiting")).toEqual([
      ["boris", 2, "Kimse var mı?"],
      ["anna", 1, "İyi akşamlar"],
    ]);
    await answerPlayer(database.db, { playerId: boris, text: " Hemen bakıyoruz. ", by: "Deniz" }, house.onChange);
    const [change] = house.changes;
    expect(change).toMatchObject({
      playerId: boris,
      contactId: "support",
      message: { who: "support", message: "Hemen bakıyoruz." },
    });
    expect(change?.chatId).toBe(await chatIdOf(boris, "support"));
    expect(await list("waiting")).toEqual([["anna", 1, "İyi akşamlar"]]);
    expect((await list("open")).map(([username, , text]) => [username, text])).toEqual([["boris", "Hemen bakıyoruz."]]);
    const read = await deskMessages(database.db, { playerId: boris });
    expect(read?.messages.map(({ by, byDesk }) => [by, byDesk])).toEqual([
      [null, false],
      [null, false],
      ["Deniz", true],
    ]);
  });

  it("can write first; the message is unread for the player", async () => {
    await answerPlayer(database.db, { playerId: clara, text: "Hoş geldiniz.", by: "Deniz" }, house.onChange);
    expect(await unread(clara, "support")).toBe(1);
    expect(await codeOf(answerPlayer(database.db, { playerId: clara, text: " ", by: "Deniz" }, house.onChange))).toBe(
      ErrorCode.InvalidRequest,
    );
    await house.chat.read(clara, "support");
    expect(await unread(clara, "support")).toBe(0);
  });

  it("creates one chat with a player, also when requested concurrently", async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => chatIdOf(anna, "support")));
    expect(new Set(ids).size).toBe(1);
  });
});

describe("presence", () => {
  const statusOf = async (playerId: number, contact: number) =>
    (await house.chat.contacts(playerId)).find(({ id }) => id === String(contact))?.status;
  const away = (seconds: number) =>
    sql`update chat_presence set seen_at = now() - make_interval(secs => ${seconds})`.execute(database.db);

  it("is the chosen status while the player is online, else offline", async () => {
    await introduce(database.db, anna, boris, house.onChange);
    expect(await statusOf(anna, boris)).toBe("offline");
    await house.chat.seen([boris, clara]);
    expect(await statusOf(anna, boris)).toBe("online");
    expect((await house.chat.setStatus(boris, "do-not-disturb")).status).toBe("do-not-disturb");
    expect(await statusOf(anna, boris)).toBe("do-not-disturb");
    await away(130);
    expect(await statusOf(anna, boris)).toBe("offline");
    // The chosen status is stored for the player's return.
    expect((await house.chat.user(boris)).status).toBe("do-not-disturb");
    expect(await statusOf(anna, boris)).toBe("do-not-disturb");
  });

  it("is stored at most once a minute, and only for players with contacts", async () => {
    await introduce(database.db, anna, boris, house.onChange);
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

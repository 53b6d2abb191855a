/** The template's calls over HTTP and the notification socket, with real accounts and a real database. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { TEMPLATE_CALLS, ErrorCode } from "@reelcast/contract";
import type { Chat as Dialog, ChatContact, ChatMessage, LoginAnswer } from "@reelcast/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { introduce } from "../../chat/index.ts";
import type { ChatChange } from "../../chat/index.ts";
import { addNotice } from "../../notices/index.ts";
import { openTestApp, PASSWORD } from "../../testing.ts";
import { pathOf } from "./route.ts";

type Name = keyof typeof TEMPLATE_CALLS;
interface Player {
  id: number;
  token: string;
}

async function openHouse(environment: Record<string, string> = {}) {
  const app = await openTestApp(environment);
  const ask = (token: string | null, name: Name, payload: object = {}, ip = "127.0.0.1") => {
    const call = TEMPLATE_CALLS[name];
    const query = new URLSearchParams(payload as Record<string, string>).toString();
    return app.http.inject({
      method: call.method,
      url: call.method === "GET" ? `${pathOf(call)}?${query}` : pathOf(call),
      remoteAddress: ip,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(call.method === "GET" ? {} : { payload }),
    });
  };
  const login = (username: string, password = PASSWORD) =>
    app.http.inject({ method: "POST", url: "/api/v1/login", payload: { username, password, site_id: 2008 } });
  async function player(username: string): Promise<Player> {
    const id = await app.addPlayer(username);
    return { id, token: (await login(username)).json<LoginAnswer>().token };
  }
  const publishChange = (change: ChatChange) => app.bus.publish("chat.changed", change);
  return { app, db: app.database.db, wallet: app.domain.wallet, publishChange, ask, login, player };
}
const codeIn = (answer: { json(): unknown }) => (answer.json() as { code: number }).code;

let house: Awaited<ReturnType<typeof openHouse>>;
async function open(registers = false) {
  house = await openHouse(registers ? { DEMO_REGISTRATION: "1" } : {});
}
afterEach(() => house.app.close());

describe("chat", () => {
  it("is for every player who is logged in, each for themselves, and answers what the contract says", async () => {
    await open();
    const [anna, boris] = [await house.player("anna"), await house.player("boris")];
    await introduce(house.db, anna.id, boris.id, house.publishChange);
    for (const name of ["chatContacts", "chatUser", "updateChatUser", "chat", "sendMessage", "quickPanel"] as const)
      expect((await house.ask(null, name)).statusCode, name).toBe(401);
    for (const name of ["updateUser", "updateCourse"] as const)
      expect((await house.ask(null, name)).statusCode, name).toBe(401);
    const contacts = TEMPLATE_CALLS.chatContacts.answer.parse((await house.ask(anna.token, "chatContacts")).json());
    expect(contacts.map(({ id }) => id)).toEqual(["support", String(boris.id)]);
    const asked = await house.ask(anna.token, "chat", { contactId: String(boris.id), userId: String(anna.id) });
    const { chat } = TEMPLATE_CALLS.chat.answer.parse(asked.json());
    const message = { chatId: chat.id, contactId: String(boris.id), messageText: "Merhaba" };
    const sent = TEMPLATE_CALLS.sendMessage.answer.parse((await house.ask(anna.token, "sendMessage", message)).json());
    expect(sent.message).toMatchObject({ who: String(anna.id), message: "Merhaba" });
    expect(codeIn(await house.ask(anna.token, "sendMessage", { ...message, messageText: "   " }))).toBe(
      ErrorCode.InvalidRequest,
    );
    expect(codeIn(await house.ask(anna.token, "sendMessage", { ...message, messageText: "x".repeat(2_001) }))).toBe(
      ErrorCode.InvalidRequest,
    );
    // As another player: refused for every id.
    for (const userId of [String(boris.id), "999"])
      expect(codeIn(await house.ask(anna.token, "chat", { contactId: "support", userId }))).toBe(
        ErrorCode.NotPermitted,
      );
    const user = TEMPLATE_CALLS.updateChatUser.answer.parse(
      (await house.ask(boris.token, "updateChatUser", { status: "away" })).json(),
    );
    expect(user).toMatchObject({ id: String(boris.id), name: "boris", status: "away" });
    expect(codeIn(await house.ask(boris.token, "updateChatUser", { status: "invisible" }))).toBe(
      ErrorCode.InvalidRequest,
    );
    const [, seen] = (await house.ask(anna.token, "chatContacts")).json<ChatContact[]>();
    expect(seen).toMatchObject({ status: "away", unread: 0 });
    const [, back] = (await house.ask(boris.token, "chatContacts")).json<ChatContact[]>();
    expect(back).toMatchObject({ name: "anna", status: "online", unread: 1 });
  });

  it("accepts twenty messages a minute of one player, and those of others independently", async () => {
    // Within one minute by the clock, whenever the test runs.
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(Math.ceil(Date.now() / 60_000) * 60_000) });
    try {
      await open();
      const [anna, boris] = [await house.player("anna"), await house.player("boris")];
      const chatOf = async ({ token }: Player) =>
        (await house.ask(token, "chat", { contactId: "support" })).json<{ chat: Dialog }>().chat;
      async function write(player: Player) {
        const { id: chatId } = await chatOf(player);
        return house.ask(player.token, "sendMessage", { chatId, contactId: "support", messageText: "?" });
      }
      for (let count = 0; count < 20; count += 1) expect((await write(anna)).statusCode).toBe(200);
      const refused = await write(anna);
      expect([refused.statusCode, codeIn(refused)]).toEqual([429, ErrorCode.TooManyRequests]);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      expect((await chatOf(anna)).dialog).toHaveLength(20);
      expect((await write(boris)).statusCode).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it("a message reaches only the open sockets of its two players", async () => {
    await open();
    const players = [await house.player("anna"), await house.player("boris"), await house.player("clara")] as const;
    const [anna, boris] = players;
    await introduce(house.db, anna.id, boris.id, house.publishChange);
    await house.app.http.listen({ port: 0 });
    const { port } = house.app.http.server.address() as AddressInfo;
    const received = new Map<number, unknown[]>();
    for (const { id, token } of players) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/notifications?token=${token}`);
      const pushes: unknown[] = [];
      received.set(id, pushes);
      let ready = () => {};
      const initialised = new Promise<void>((resolve) => (ready = resolve));
      socket.on("message", (data: Buffer) => {
        for (const one of [JSON.parse(data.toString()) as { method?: string; id?: number }].flat()) {
          if (one.id === 1) ready();
          if (one.method === "chat") pushes.push(one);
        }
      });
      await once(socket, "open");
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "init", params: { id } }));
      await initialised;
    }
    // A player with an open socket is online for their contacts.
    await vi.waitFor(async () => {
      const present = await house.db.selectFrom("chat_presence").select("player_id").orderBy("player_id").execute();
      expect(present.map(({ player_id }) => player_id)).toEqual([anna.id, boris.id]);
    });
    const { chat } = (await house.ask(anna.token, "chat", { contactId: String(boris.id) })).json<{ chat: Dialog }>();
    const clientId = randomUUID();
    const wanted = { chatId: chat.id, contactId: String(boris.id), messageText: "Merhaba", clientId };
    const sent = (await house.ask(anna.token, "sendMessage", wanted)).json<{ message: ChatMessage }>();
    const push = (contactId: number, message?: object) => ({
      jsonrpc: "2.0",
      method: "chat",
      params: { chatId: chat.id, contactId: String(contactId), ...(message && { message }) },
    });
    const { clientId: given, ...message } = sent.message;
    expect(given).toBe(clientId);
    await vi.waitFor(() => expect(received.get(boris.id)).toHaveLength(1));
    expect(received.get(boris.id)).toEqual([push(anna.id, message)]);
    // The author may look from another device.
    await vi.waitFor(() => expect(received.get(anna.id)).toEqual([push(boris.id, sent.message)]));
    // And so may the reader, where it is unread no longer. A HEAD reads nothing.
    const address = `${pathOf(TEMPLATE_CALLS.chat)}?contactId=${anna.id}`;
    const headers = { authorization: `Bearer ${boris.token}` };
    expect((await house.app.http.inject({ method: "HEAD", url: address, headers })).statusCode).toBeGreaterThan(399);
    expect((await house.ask(boris.token, "chatContacts")).json<ChatContact[]>()[1]?.unread).toBe(1);
    await house.ask(boris.token, "chat", { contactId: String(anna.id) });
    await vi.waitFor(() => expect(received.get(boris.id)).toEqual([push(anna.id, message), push(anna.id)]));
    // A player with an open socket is online without any call.
    const [, contact] = (await house.ask(anna.token, "chatContacts")).json<ChatContact[]>();
    expect(contact?.status).toBe("online");
    expect(received.get(players[2].id)).toEqual([]);
  });
});

describe("the rest of what is kept", () => {
  it("the quick panel shows what the operator has written", async () => {
    await open();
    const { token } = await house.player("anna");
    await addNotice(house.db, { kind: "note", title: "Hoş geldiniz", detail: "…", at: null });
    const panel = TEMPLATE_CALLS.quickPanel.answer.parse((await house.ask(token, "quickPanel")).json());
    expect(panel).toEqual({
      events: [],
      notes: [{ id: expect.any(Number), title: "Hoş geldiniz", detail: "…", texts: {} }],
    });
  });

  it("a player changes their name, look and shortcuts, each by itself; what is not known is dropped", async () => {
    await open();
    const { token } = await house.player("anna");
    const update = (data: object) => house.ask(token, "updateUser", { user: { data, role: ["admin"], uid: 1 } });
    const kept = async () =>
      (
        await house.app.http.inject({ url: "/api/v1/player/settings", headers: { authorization: `Bearer ${token}` } })
      ).json<unknown>();
    const nameOf = async () => (await house.ask(token, "chatUser")).json<{ name: string }>().name;
    expect(
      (await update({ displayName: " Ayşe \u202e  Y. ", settings: { layout: "layout2", customScrollbars: true } }))
        .statusCode,
    ).toBe(204);
    expect(await kept()).toEqual({ theme: { layout: "layout2" }, shortcuts: [], favourites: [] });
    expect(await nameOf()).toBe("Ayşe Y.");
    const { user } = (await house.login("anna")).json<{ user: object }>();
    expect(user).toMatchObject({ displayName: "Ayşe Y.", photoURL: "" });
    await update({ shortcuts: ["lobby", "rules", "lobby"], settings: { textSize: 18 } });
    expect(await kept()).toMatchObject({ theme: { layout: "layout2", textSize: 18 }, shortcuts: ["lobby", "rules"] });
    for (const wrong of [{ settings: { textSize: 99 } }, { shortcuts: [7] }, { displayName: "x".repeat(61) }])
      expect(codeIn(await update(wrong)), JSON.stringify(wrong)).toBe(ErrorCode.InvalidRequest);
    expect(codeIn(await update({ displayName: "a\0b" }))).toBe(ErrorCode.TextNotStorable);
    // Half of a character.
    expect(codeIn(await update({ settings: { scheme: "a\ud800" } }))).toBe(ErrorCode.TextNotStorable);
    // Nor can they be taken for the desk, or for nobody.
    for (const displayName of ["Destek masası", "Ѕuрроrt", "\u200b", "\u3164"]) {
      const refused = await update({ displayName });
      expect([refused.statusCode, refused.json()], displayName).toMatchObject([
        400,
        { code: ErrorCode.InvalidRequest, Params: { field: "user.data.displayName" } },
      ]);
    }
    expect(await nameOf()).toBe("Ayşe Y.");
    await update({ displayName: " " });
    expect(await nameOf()).toBe("anna");
  });

  it("how far a player came in a course is kept, of the last hundred courses", async () => {
    await open();
    const [anna, boris] = [await house.player("anna"), await house.player("boris")];
    const step = (token: string, id: string, activeStep: number) =>
      house.ask(token, "updateCourse", { id, activeStep });
    expect((await step(anna.token, "intro", 3)).json()).toEqual({ id: "intro", activeStep: 3 });
    await step(anna.token, "intro", 4);
    await step(boris.token, "intro", 1);
    const of = (playerId: number) =>
      house.db
        .selectFrom("player_courses")
        .select(["course_id", "active_step"])
        .where("player_id", "=", playerId)
        .execute();
    expect(await of(anna.id)).toEqual([{ course_id: "intro", active_step: 4 }]);
    for (const [id, activeStep] of [
      ["", 1],
      ["x".repeat(61), 1],
      ["intro", -1],
      ["intro", 1.5],
    ] as const)
      expect(codeIn(await step(anna.token, id, activeStep))).toBe(ErrorCode.InvalidRequest);
    expect(codeIn(await step(anna.token, "a\0", 1))).toBe(ErrorCode.TextNotStorable);
    for (let course = 0; course < 101; course += 1) await step(anna.token, `course-${course}`, 1);
    const left = (await of(anna.id)).map(({ course_id }) => course_id);
    expect([left.length, left.includes("intro"), left.includes("course-100")]).toEqual([100, false, true]);
    expect(await of(boris.id)).toEqual([{ course_id: "intro", active_step: 1 }]);
  });

  it("a text that no database can keep is refused before it gets there", async () => {
    await open();
    expect(codeIn(await house.login("anna\0anna"))).toBe(ErrorCode.TextNotStorable);
  });
});

describe("registration", () => {
  const WANTED = { displayName: "Ayşe", email: "ayse.yilmaz@example.com", password: "uzun bir sifre" };
  const players = () => house.db.selectFrom("players").select(["username", "email"]).execute();

  it("checks the input and makes no account while registration is off, also for a known address", async () => {
    await open();
    await house.player("anna");
    const before = await players();
    for (const email of [WANTED.email, "anna@example.com"]) {
      const answer = await house.ask(null, "register", { ...WANTED, email });
      expect([answer.statusCode, answer.json()]).toEqual([200, { created: false }]);
    }
    for (const [wrong, code] of [
      [{ displayName: "" }, ErrorCode.InvalidRequest],
      [{ displayName: " \u202e " }, ErrorCode.InvalidRequest],
      [{ displayName: "Support desk" }, ErrorCode.InvalidRequest],
      [{ email: "ayse" }, ErrorCode.InvalidRequest],
      [{ email: "a@b@c" }, ErrorCode.InvalidRequest],
      [{ password: "short" }, ErrorCode.PasswordTooShort],
      // Eight units of UTF-16, four characters.
      [{ password: "🎰".repeat(4) }, ErrorCode.PasswordTooShort],
      [{ password: "password1" }, ErrorCode.PasswordTooCommon],
    ] as const)
      expect(
        codeIn(await house.ask(null, "register", { ...WANTED, ...wrong }, "10.0.0.1")),
        JSON.stringify(wrong),
      ).toBe(code);
    expect(await players()).toEqual(before);
  });

  it("makes a player with a wallet who can log in with the address, while registration is on", async () => {
    await open(true);
    const answer = TEMPLATE_CALLS.register.answer.parse((await house.ask(null, "register", WANTED)).json());
    expect(answer).toEqual({ created: true, username: expect.stringMatching(/^ayse\.yilmaz-[0-9a-f]{6}$/) });
    for (const name of [WANTED.email, "Ayse.Yilmaz@Example.com", answer.username ?? ""]) {
      const login = await house.login(name, WANTED.password);
      expect(login.statusCode).toBe(200);
      const { user, token, Permissions } = login.json<LoginAnswer>();
      expect(user).toMatchObject({ name: "Ayşe", email: WANTED.email, username: answer.username });
      expect(Permissions).toEqual([{ PermissionId: 145 }]);
      expect(await house.wallet.balance(user.id)).toBe(0);
      expect((await house.ask(token, "chatUser")).json()).toMatchObject({ name: "Ayşe" });
    }
    expect((await house.wallet.check()).broken).toEqual([]);
  });

  it("gives an address to one player, however many ask for it at once", async () => {
    await open(true);
    const answers = await Promise.all(
      ["ayse.yilmaz@example.com", "AYSE.YILMAZ@example.com", "Ayse.Yilmaz@Example.com"].map((email) =>
        house.ask(null, "register", { ...WANTED, email }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await players()).toHaveLength(1);
  });

  it("checks a password like a real one, stores nothing, and has a limit", async () => {
    await open();
    const check = (password: string, ip = "192.0.2.7") => house.ask(null, "checkPassword", { password }, ip);
    for (const [password, code] of [
      ["password1", ErrorCode.PasswordTooCommon],
      ["short", ErrorCode.PasswordTooShort],
      ["🎰".repeat(4), ErrorCode.PasswordTooShort],
    ] as const)
      expect(codeIn(await check(password)), password).toBe(code);
    for (let count = 3; count < 30; count += 1) expect((await check("a long green sentence")).statusCode).toBe(204);
    expect(codeIn(await check("a long green sentence"))).toBe(ErrorCode.TooManyRequests);
    expect((await check("a long green sentence", "198.51.100.7")).statusCode).toBe(204);
    expect((await house.ask(null, "register", WANTED, "192.0.2.7")).statusCode).toBe(200);
  });

  it("is tried ten times in an hour from one network; others go on", async () => {
    await open();
    const from = (ip: string) => house.ask(null, "register", WANTED, ip);
    for (let count = 0; count < 10; count += 1) expect((await from("192.0.2.7")).statusCode).toBe(200);
    const refused = await from("192.0.2.7");
    expect([refused.statusCode, codeIn(refused), Number(refused.headers["retry-after"])]).toEqual([
      429,
      ErrorCode.TooManyRequests,
      3_600,
    ]);
    expect((await from("198.51.100.7")).statusCode).toBe(200);
  });
});

/** The support desk over the console's calls: what waits, who answers, and that nothing is sent twice or closed unseen. */
import { randomUUID } from "node:crypto";
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode, DESK_CALLS, DeskDialog } from "@reelcast/contract/console";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createChat } from "../../chat/index.ts";
import { openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

let house: ConsoleHouse;
let [anna, boris] = [0, 0];
let [deniz, ece]: StaffClient[] = [];
beforeEach(async () => {
  house = await openConsoleHouse();
  [anna, boris] = [await house.app.addPlayer("anna"), await house.app.addPlayer("boris")];
  [deniz, ece] = [await house.member("Deniz", ["support"]), await house.member("Ece", ["support"])];
});
afterEach(() => house.close());

const db = () => house.app.domain.storage.db;
async function say(playerId: number, text: string): Promise<number> {
  const chat = createChat({ db: db(), onChange: () => {} });
  const { id } = (await chat.read(playerId, "support")).chat;
  return (await chat.send(playerId, { chatId: id, contactId: "support", text })).message.id;
}
const who = (member: StaffClient | undefined) => member ?? { token: "" };
async function list(query: string, member = deniz) {
  const { body } = await house.call("GET", `/desk/chats?${query}`, undefined, who(member));
  return DESK_CALLS.deskChats.answer.parse(body);
}
const names = async (query: string, member = deniz) =>
  (await list(query, member)).items.map(({ username }) => username);
async function dialog(playerId: number, query = "", member = deniz): Promise<DeskDialog> {
  return DeskDialog.parse((await house.call("GET", `/desk/chats/${playerId}${query}`, undefined, who(member))).body);
}
const answer = (member: StaffClient | undefined, playerId: number, text: string, clientId = randomUUID()) =>
  house.call("POST", `/desk/chats/${playerId}/answer`, { text, clientId }, who(member));
const post = (member: StaffClient | undefined, path: string, body: object) =>
  house.call("POST", `/desk/chats/${path}`, body, who(member));

it("lists what waits by its age, then what is answered, then what is closed; a message opens a closed chat again", async () => {
  await say(boris, "Bakiyem görünmüyor");
  await say(anna, "İyi akşamlar");
  const second = await say(boris, "Kimse var mı?");
  expect(await names("state=waiting")).toEqual(["boris", "anna"]);
  expect((await list("state=waiting")).items[0]).toMatchObject({
    unread: 2,
    last: { text: "Kimse var mı?", byDesk: false, by: null },
    assignedTo: null,
  });
  await post(ece, `${boris}/seen`, { message: second });
  expect((await list("state=waiting")).items[0]).toMatchObject({ username: "boris", unread: 0 });

  await answer(deniz, boris, "Hemen bakıyorum.");
  expect([await names("state=waiting"), await names("state=open")]).toEqual([["anna"], ["boris"]]);
  const { id: last = 0 } = (await dialog(boris)).messages.at(-1) ?? {};
  expect((await post(deniz, `${boris}/close`, { last })).status).toBe(204);
  expect((await list("state=closed")).items).toMatchObject([{ username: "boris", closed: { by: "Deniz" } }]);
  expect((await list("state=waiting")).counts).toMatchObject({ waiting: 1, open: 0, closed: 1 });

  await say(boris, "Bir şey daha");
  expect(await names("state=waiting")).toEqual(["anna", "boris"]);
  expect((await dialog(boris)).closed).toBeNull();
});

it("pages stay stable while messages come", async () => {
  const players = [anna, boris, await house.app.addPlayer("clara"), await house.app.addPlayer("dora")];
  for (const playerId of players) await say(playerId, "Merhaba");
  const first = await list("state=waiting&limit=2");
  expect(first.items.map(({ username }) => username)).toEqual(["anna", "boris"]);
  // Who has waited keeps the place; who comes, comes last.
  await say(anna, "Hâlâ bekliyorum");
  const late = await house.app.addPlayer("elif");
  await say(late, "Merhaba");
  const second = await list(`state=waiting&limit=2&after=${first.next}`);
  expect(second.items.map(({ username }) => username)).toEqual(["clara", "dora"]);
  expect(await names(`state=waiting&limit=2&after=${second.next}`)).toEqual(["elif"]);
});

describe("answers", () => {
  it("reach the player once, take the chat, and say who wrote them to the desk alone", async () => {
    await say(anna, "Merhaba");
    const clientId = randomUUID();
    const sent = await Promise.all([1, 2, 3].map(() => answer(deniz, anna, "Buyurun", clientId)));
    expect(new Set(sent.map(({ body }) => body["id"])).size).toBe(1);
    expect((await answer(deniz, anna, "Buyurun", clientId)).body).toMatchObject({ repeated: true });
    const { messages, assignedTo, state } = await dialog(anna);
    expect(messages.map(({ text, byDesk, by }) => [text, byDesk, by])).toEqual([
      ["Merhaba", false, null],
      ["Buyurun", true, "Deniz"],
    ]);
    expect([assignedTo, state]).toEqual(["Deniz", "open"]);
    expect((await dialog(anna, "", ece)).messages.at(-1)?.clientId).toBeNull();
    const seen = await createChat({ db: db(), onChange: () => {} }).read(anna, "support");
    expect(seen.chat.dialog.map((message) => Object.keys(message))).toEqual([
      ["id", "who", "message", "time"],
      ["id", "who", "message", "time"],
    ]);
    const acts = await house.acts("chat.answer");
    expect(acts.filter(({ after }) => !(after as { repeated?: true }).repeated)).toMatchObject([
      { by: "Deniz", via: "console", target: `player ${anna}`, after: { characters: 7, assignedTo: "Deniz" } },
    ]);
  });

  it("of two members at the same time are both seen, by each, in one order", async () => {
    const last = await say(anna, "Merhaba");
    await Promise.all([answer(deniz, anna, "Ben Deniz"), answer(ece, anna, "Ben Ece")]);
    const after = async (member: StaffClient | undefined) =>
      (await dialog(anna, `?after=${last}`, member)).messages.map(({ by }) => by);
    const order = await after(deniz);
    expect(new Set(order)).toEqual(new Set(["Deniz", "Ece"]));
    expect(order).toHaveLength(2);
    expect(await after(ece)).toEqual(order);
  });

  it("and what players write are published at once; presence is published, and not kept", async () => {
    const changes: unknown[] = [];
    house.app.bus.subscribe("desk.changed", (change) => changes.push(change));
    house.app.bus.subscribe("desk.presence", (change) => changes.push(change));
    await post(deniz, `${anna}/presence`, { typing: true });
    expect(changes).toEqual([{ playerId: anna, by: "Deniz", typing: true }]);
    await answer(deniz, anna, "Merhaba");
    await vi.waitFor(() => expect(changes).toContainEqual({ playerId: anna }));
  });
});

it("of two who take a chat the second is refused with the name of the first; it can be handed over and given back", async () => {
  await say(anna, "Merhaba");
  const take = (member: StaffClient | undefined, to: string | null, seen: string | null) =>
    post(member, `${anna}/assign`, { to, seen });
  expect((await take(deniz, "Deniz", null)).status).toBe(204);
  expect(await take(ece, "Ece", null)).toMatchObject({
    status: 409,
    code: ConsoleErrorCode.ChatTaken,
    body: { Params: { person: "Deniz" } },
  });
  expect((await take(deniz, "Ece", "Deniz")).status).toBe(204);
  expect(await names("state=waiting&owner=mine", ece)).toEqual(["anna"]);
  expect(await names("state=waiting&owner=mine")).toEqual([]);
  expect((await take(ece, null, "Ece")).status).toBe(204);
  expect(await names("state=waiting&owner=nobody")).toEqual(["anna"]);
});

it("a chat with a message that the member has not seen can't be closed", async () => {
  const last = await say(anna, "Merhaba");
  await say(anna, "Bir sorum var");
  expect(await post(deniz, `${anna}/close`, { last })).toMatchObject({
    status: 409,
    code: ConsoleErrorCode.ChatContinued,
  });
  // No message has such a number: it would be newer than any that comes.
  for (const unknown of [Number.MAX_SAFE_INTEGER, last + 1_000])
    expect(await post(deniz, `${anna}/close`, { last: unknown })).toMatchObject({ code: ErrorCode.InvalidRequest });
  expect(await names("state=waiting")).toEqual(["anna"]);
});

it("there is no chat with a player who does not exist, and an empty one with a player who has not written", async () => {
  expect((await house.call("GET", "/desk/chats/999999", undefined, who(deniz))).code).toBe(ErrorCode.NotFound);
  expect(await dialog(boris)).toMatchObject({ player: { username: "boris" }, messages: [], state: "none" });
});

describe("canned answers", () => {
  const answers = (tr: string) => [{ shortcut: "selam", texts: { tr, en: "", ar: "" } }];
  const put = (member: StaffClient, seen: number, tr: string) =>
    house.call("PUT", "/desk/canned", { seen, answers: answers(tr) }, member);

  it("are versions: of two who change the same one the second is refused, and earlier ones can be read", async () => {
    const manager = await house.member("Mert", ["manager"], { secondFactor: true });
    const read = async (query = "") => (await house.call("GET", `/desk/canned${query}`, undefined, who(deniz))).body;
    expect(await read()).toEqual({ version: 0, at: null, by: null, answers: [] });
    expect((await put(manager, 0, "Merhaba!")).body).toEqual({ version: 1 });
    expect(await put(manager, 0, "Selam!")).toMatchObject({
      status: 409,
      code: ConsoleErrorCode.AnswersChanged,
      body: { Params: { person: "Mert" } },
    });
    expect((await put(manager, 1, "Size nasıl yardımcı olabilirim?")).body).toEqual({ version: 2 });
    expect(await read("?version=1")).toMatchObject({ version: 1, by: "Mert", answers: answers("Merhaba!") });
    expect(await read()).toMatchObject({ version: 2, answers: answers("Size nasıl yardımcı olabilirim?") });
    const history = await house.call("GET", "/desk/canned/history", undefined, who(deniz));
    expect(history.body).toMatchObject({ versions: [{ version: 2, by: "Mert" }, { version: 1 }] });
    expect((await house.acts("chat.canned-answers")).at(-1)?.after).toMatchObject({ version: 2 });
  });

  it("are changed only by those who may change settings", async () => {
    expect((await put(deniz as StaffClient, 0, "Merhaba!")).code).toBe(ErrorCode.NotPermitted);
  });
});

it("those without the permission see and write nothing", async () => {
  const viewer = await house.member("Vera", ["viewer"]);
  await say(anna, "Merhaba");
  for (const path of ["/desk/chats", `/desk/chats/${anna}`, "/desk/canned", "/desk/people"])
    expect((await house.call("GET", path, undefined, viewer)).code, path).toBe(ErrorCode.NotPermitted);
  expect((await answer(viewer, anna, "Merhaba")).code).toBe(ErrorCode.NotPermitted);
  expect((await dialog(anna)).messages).toHaveLength(1);
});

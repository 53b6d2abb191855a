/** The support desk, introductions and notices from the command line, as players meet them over HTTP and the socket. */
import { type AnswerOf, ErrorAnswer, ErrorCode, RpcMessage, TEMPLATE_CALLS } from "@reelcast/contract";
import { WebSocket } from "ws";
import { PlayerClient } from "../client.ts";
import { expect, test } from "../fixtures.ts";

type Calls = typeof TEMPLATE_CALLS;
/** The answer as the contract says it, or the code of the refusal. */
async function ask<N extends keyof Calls>(
  { url, token }: { url: string; token: string | null },
  name: N,
  input: Record<string, unknown> = {},
): Promise<AnswerOf<Calls[N]>> {
  const { method, path } = TEMPLATE_CALLS[name];
  const query = method === "GET" ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : "";
  const response = await fetch(`${url}/api${path}${query}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(input) }),
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`code ${ErrorAnswer.parse(body).code}`);
  const call = TEMPLATE_CALLS[name];
  return ("answer" in call ? call.answer.parse(body) : undefined) as AnswerOf<Calls[N]>;
}

/** Opens the notification socket and collects its notifications. */
async function listen({ url, token, playerId }: PlayerClient) {
  const received: { method: string; params: unknown }[] = [];
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws/notifications?token=${token}`, { origin: url });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("open", () =>
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "init", params: { id: playerId } })),
    );
    socket.on("message", (data: Buffer) => {
      const parsed: unknown = JSON.parse(data.toString());
      for (const item of Array.isArray(parsed) ? parsed : [parsed]) {
        const message = RpcMessage.parse(item);
        if ("method" in message) received.push(message);
        else resolve();
      }
    });
  });
  return {
    chats: () => received.flatMap(({ method, params }) => (method === "chat" ? [params] : [])),
    close: () => socket.close(),
  };
}

test("a player writes to the desk, the operator answers, and the answer comes by itself", async ({
  house,
  account,
  client: player,
}) => {
  const { username } = account;
  const socket = await listen(player);
  const { chat } = await ask(player, "chat", { contactId: "support" });
  const wrote = "Bakiyem görünmüyor,\nyardımcı olur musunuz?";
  await ask(player, "sendMessage", { chatId: chat.id, contactId: "support", messageText: wrote });
  expect((await house.cli("chat", "list")).stdout).toMatch(
    new RegExp(`^${username} +waiting +\\S+Z +\\S+Z +- +Bakiyem görünmüyor, yardımcı olur musunuz\\?$`, "m"),
  );
  expect((await house.cli("chat", "read", username)).stdout).toMatch(
    new RegExp(`Z {2}${username}: Bakiyem görünmüyor,$`, "m"),
  );
  const answered = await house.cli("chat", "answer", username, "Hemen bakıyoruz.");
  expect(answered, answered.stderr).toMatchObject({ code: 0, stdout: `${username} has been answered.\n` });
  const message = { id: expect.any(Number), who: "support", message: "Hemen bakıyoruz.", time: expect.any(String) };
  // What the player wrote reaches their own sockets, too: they may look from another device.
  const own = { ...message, who: String(player.playerId), message: wrote };
  await expect
    .poll(() => socket.chats())
    .toEqual([own, message].map((said) => ({ chatId: chat.id, contactId: "support", message: said })));
  const desk = async () => (await ask(player, "chatContacts"))[0];
  expect(await desk()).toMatchObject({ id: "support", status: "offline", unread: 1 });
  const { dialog } = (await ask(player, "chat", { contactId: "support" })).chat;
  expect(dialog.map(({ who }) => who)).toEqual([String(player.playerId), "support"]);
  expect(await desk()).toMatchObject({ unread: 0 });
  expect((await house.cli("chat", "list")).stdout).toMatch(new RegExp(`^${username} +open +- `, "m"));
  const [first] = dialog;
  const earlier = await house.cli("chat", "read", username, "--before", String((first?.id ?? 0) + 1));
  expect(earlier.stdout).toContain(`${username}: Bakiyem`);
  expect(earlier.stdout).not.toContain("Hemen");
  const nothing = await house.cli("chat", "answer", username, "  ");
  expect([nothing.code, nothing.stderr]).toEqual([2, "A message has 1 to 2000 characters.\n"]);
  socket.close();
});

test("two players meet when the operator introduces them, write, and are parted", async ({
  house,
  account,
  client: one,
}) => {
  const friend = await house.addPlayer();
  const two = PlayerClient.of(house.url, friend);
  const pair = [account.username, friend.username] as const;
  const stranger = { contactId: String(two.playerId) };
  await expect(ask(one, "chat", stranger)).rejects.toThrow(`code ${ErrorCode.NotFound}`);
  const socket = await listen(two);
  expect((await house.cli("chat", "introduce", ...pair)).stdout).toBe(`${pair.join(" and ")} know each other.\n`);
  const { chat } = await ask(one, "chat", stranger);
  await ask(one, "sendMessage", { chatId: chat.id, ...stranger, messageText: "Merhaba" });
  const message = { id: expect.any(Number), who: String(one.playerId), message: "Merhaba", time: expect.any(String) };
  // First that they know each other, then what was said.
  const met = { chatId: chat.id, contactId: String(one.playerId) };
  await expect.poll(() => socket.chats()).toEqual([met, { ...met, message }]);
  await expect
    .poll(async () => (await ask(one, "chatContacts"))[1])
    .toMatchObject({ username: friend.username, status: "online" });
  // Nobody reads at the desk what players write to each other.
  expect((await house.cli("chat", "list")).stdout).not.toContain("Merhaba");
  expect((await house.cli("chat", "read", account.username)).stdout).toBe(
    `Nothing has been written with ${account.username}.\n`,
  );
  expect((await house.cli("chat", "part", ...pair)).code).toBe(0);
  await expect.poll(() => socket.chats()).toEqual([met, { ...met, message }, met]);
  await expect(ask(one, "sendMessage", { chatId: chat.id, ...stranger, messageText: "Orada mısın?" })).rejects.toThrow(
    `code ${ErrorCode.NotFound}`,
  );
  expect((await house.cli("chat", "part", ...pair)).code).toBe(2);
  socket.close();
});

test("what the operator announces stands in the quick panel; who registers can log in and reads it", async ({
  house,
  account,
}) => {
  const email = `new-${account.username}@example.com`;
  const made = await ask({ url: house.url, token: null }, "register", {
    displayName: "Ayşe",
    email,
    password: "uzun bir sifre",
  });
  expect(made.created).toBe(true);
  const player = await PlayerClient.login(house.url, email, "uzun bir sifre");
  expect(await player.balance()).toBe(0);
  const added = await house.cli("notice", "add", "event", "Gala gecesi", "Saat 21.00’de.", "--at", "2099-12-31T21:00");
  expect(added, added.stderr).toMatchObject({ code: 0 });
  const { events } = await ask(player, "quickPanel");
  const event = events.at(-1);
  expect(event).toMatchObject({ title: "Gala gecesi", detail: "Saat 21.00’de.", at: "2099-12-31T18:00:00.000Z" });
  expect((await house.cli("notice", "list")).stdout).toContain("Gala gecesi");
  expect((await house.cli("notice", "remove", String(event?.id))).code).toBe(0);
  expect((await ask(player, "quickPanel")).events).toHaveLength(events.length - 1);
});

/** What players do all day, one act at a time, against a real house: joins and leaves, logins, sockets, games, calls. */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { ErrorAnswer } from "@reelcast/contract";
import { WebSocket } from "ws";
import { ErrorCode } from "@reelcast/contract";
import { createTestViewer } from "../../../apps/server/src/video/testing.ts";
import { PlayerClient, Refused } from "../client.ts";
import type { GameClient } from "../client.ts";
import type { TestServer } from "../testServer.ts";

const PASSWORD = "play1234";
const SITE = 2008;
const GAME_IN_PROGRESS = ErrorCode.GameInProgress;
const FRAME_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 15_000;
const TOO_MANY = 429;
const TRIES = 5;
/** A player's calls are counted by the minute. */
const CALLS_WINDOW_MS = 70_000;

/** The house believes this process when it says where a player comes from: limits count networks. */
export const SOAK_ENVIRONMENT = { TRUSTED_PROXIES: "127.0.0.1,::1", DEMO_PUBLIC: "1" };

/** A network of its own for every act. */
let networks = 0;
function anotherNetwork(): string {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
}

/** Waits as long as the server asks for where the player has no calls left in this minute. */
async function call(
  house: TestServer,
  method: string,
  path: string,
  { token, body, type = "application/json" }: { token?: string; body?: string; type?: string } = {},
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(house.url + path, {
      method,
      headers: {
        "x-forwarded-for": anotherNetwork(),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": type }),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (answer.ok) return answer;
    const text = await answer.text();
    if (answer.status !== TOO_MANY || tries === TRIES)
      throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    await pause(waitOf(text));
  }
}

/** What a refusal for too many calls asks for, in milliseconds. */
function waitOf(refusal: string): number {
  const { Params: params } = ErrorAnswer.parse(JSON.parse(refusal));
  return typeof params["seconds"] === "number" ? params["seconds"] * 1_000 : 1_000;
}

/** Logs in from a network of its own, and out again. */
export async function loginAndOut(house: TestServer, username: string): Promise<void> {
  const body = JSON.stringify({ username, password: PASSWORD, site_id: SITE });
  const { token } = (await (await call(house, "POST", "/api/v1/login", { body })).json()) as { token: string };
  await call(house, "POST", "/api/v1/player/logout", { token });
}

/** An open socket, or null where the player has no calls left in this minute. */
async function openSocket(house: TestServer, token: string): Promise<WebSocket | null> {
  const socket = new WebSocket(
    `${house.url.replace("http", "ws")}/ws/notifications?token=${encodeURIComponent(token)}`,
    { origin: house.url, headers: { "x-forwarded-for": anotherNetwork() }, handshakeTimeout: ANSWER_WITHIN_MS },
  );
  try {
    await once(socket, "open", { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return socket;
  } catch (error) {
    socket.terminate();
    if (error instanceof Error && error.message.endsWith(` ${TOO_MANY}`)) return null;
    throw error;
  }
}

/** Opens a notification socket, waits for its first answer, and closes it. Waits while the player has no calls left. */
export async function openAndClose(house: TestServer, { token, playerId }: PlayerClient): Promise<void> {
  let socket = await openSocket(house, token);
  for (const giveUpAt = performance.now() + CALLS_WINDOW_MS; socket === null; socket = await openSocket(house, token)) {
    if (performance.now() > giveUpAt) throw new Error("no calls left for over a minute");
    await pause(1_000);
  }
  try {
    const answered = once(socket, "message", { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "init", params: { id: playerId } }));
    await answered;
    const closed = once(socket, "close");
    socket.close();
    await closed;
  } finally {
    socket.terminate();
  }
}

/** Watches until the first frame, and leaves. */
export async function joinAndLeave(house: TestServer, { token }: PlayerClient, videoPath: string): Promise<void> {
  const viewer = await createTestViewer();
  try {
    const answer = await call(house, "POST", videoPath, { token, body: viewer.offer, type: "application/sdp" });
    const frame = viewer.next("frame");
    viewer.accept(await answer.text());
    const late = AbortSignal.timeout(FRAME_WITHIN_MS);
    await Promise.race([
      frame,
      once(late, "abort").then(() => {
        throw new Error("no picture");
      }),
    ]);
    await call(house, "DELETE", answer.headers.get("location") ?? "", { token });
  } finally {
    viewer.close();
  }
}

/** Somebody at a machine, with credit. */
export interface Seated {
  player: PlayerClient;
  game: GameClient;
  videoPath: string;
}

export async function sit(house: TestServer, username: string, machineId: number, credit: number): Promise<Seated> {
  const player = await PlayerClient.login(house.url, username);
  const game = await player.game();
  const { video } = await game.init(machineId);
  if (credit > 0) await game.cashIn(credit);
  return { player, game, videoPath: new URL(video.url, house.url).pathname + new URL(video.url, house.url).search };
}

/** What is lit of the two is pressed: a machine refuses the other. */
export async function play({ game }: Seated): Promise<void> {
  await game.press("take").catch(() => {});
  await game.press("play").catch(() => {});
}

/** Takes the credit back and gets up, once the game is over. */
export async function leave({ game }: Seated): Promise<void> {
  const giveUpAt = performance.now() + ANSWER_WITHIN_MS;
  for (;;) {
    try {
      await game.cashOut();
      await game.request("leave", {});
      game.close();
      return;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== GAME_IN_PROGRESS || performance.now() > giveUpAt) throw error;
      await game.press("take").catch(() => {});
      await pause(100);
    }
  }
}

const READS = [
  "/api/v1/machine/brands",
  "/api/v1/machine/all",
  "/api/v1/jackpots",
  "/api/v1/player/balance",
  "/api/v1/player/sessions?limit=25",
  "/api/v1/player/transactions?limit=25",
  "/api/v1/player/transactions?limit=25&search=machine",
  "/api/v1/player/logs?limit=25",
  "/api/chat/contacts",
  "/api/quick-panel/data",
] as const;

/** One page of the lobby, the history or the chats. @param n which one: they take turns */
export async function readPage(house: TestServer, { token }: PlayerClient, n: number): Promise<void> {
  await (await call(house, "GET", READS[n % READS.length] ?? READS[0], { token })).arrayBuffer();
}

/** The player's chat with the house's desk. @returns writes one message */
export async function chatOf(house: TestServer, { token }: PlayerClient): Promise<() => Promise<void>> {
  const [desk] = (await (await call(house, "GET", "/api/chat/contacts", { token })).json()) as { id: string }[];
  const contactId = desk?.id ?? "";
  const query = new URLSearchParams({ contactId });
  const { chat } = (await (await call(house, "GET", `/api/chat/get-chat?${query}`, { token })).json()) as {
    chat: { id: string };
  };
  const body = JSON.stringify({ chatId: chat.id, contactId, messageText: "Hello" });
  return async () => {
    await (await call(house, "POST", "/api/chat/send-message", { token, body })).arrayBuffer();
  };
}

/** Work that is repeated `count` times, `width` at once. */
export async function times(count: number, width: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

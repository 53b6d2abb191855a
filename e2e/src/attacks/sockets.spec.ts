/**
 * Attacks through WebSockets on a real server, by clients that break the protocol. Each attacker comes from a loopback
 * address of its own (127.0.0.x): what one network may open does not decide another's attack.
 */
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient } from "../client.ts";
import { withDatabase } from "../database.ts";
import { TestServer } from "../testServer.ts";
import { CONTINUATION, PING, RawSocket, TEXT, frame, request } from "./rawSocket.ts";

const STOLEN = 5_000;
// pause: the attacker goes on at a pace of its own
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let house: TestServer;
const opened: RawSocket[] = [];
test.beforeAll(async () => {
  house = await TestServer.open();
});
test.afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()));
test.afterAll(() => house?.close());

function open(path: string, from?: string): RawSocket {
  const socket = new RawSocket(house.port, path, from);
  opened.push(socket);
  return socket;
}
const gamePath = ({ token }: { token: string }) => `/ws/game?token=${encodeURIComponent(token)}`;
const descriptors = async () => (await readdir(`/proc/${house.pid}/fd`)).length;

/** Sits down, brings 1,000 and plays once: an honest player up to here. */
async function seated(player: PlayerClient, machineId: number, from: string): Promise<RawSocket> {
  const socket = open(gamePath(player), from);
  expect(await socket.status).toBe(101);
  socket.send(request(1, "init", { machineID: machineId, token: player.token }));
  await expect.poll(() => socket.answer(1)).toHaveProperty("result.session.state");
  socket.send(request(2, "cashin", { amount: 1_000, transferId: randomUUID() }));
  await expect.poll(() => socket.answer(2)).toHaveProperty("result.credit", 1_000);
  socket.send(request(3, "press", { control: "play" }));
  await expect.poll(() => socket.answer(3)).toHaveProperty("result.at");
  return socket;
}
/** What the ledger and the machine's games say of a player. */
function booked(playerId: number): Promise<{ deposits: number; games: number }> {
  return withDatabase(house, async (client) => {
    const { rows } = await client.query<{ deposits: number; games: number }>(
      `select (select count(*)::int from transfers where player_id = $1 and kind = 'cashin') as deposits,
        (select count(*)::int from games where player_id = $1) as games`,
      [playerId],
    );
    return rows[0] ?? { deposits: -1, games: -1 };
  });
}
/** Brings 5,000 and presses, again and again, whatever was answered. */
async function goOn(socket: RawSocket, forMs: number): Promise<void> {
  const until = Date.now() + forMs;
  for (let id = 100; Date.now() < until; id += 2) {
    socket.send(request(id, "cashin", { amount: STOLEN, transferId: randomUUID() }));
    socket.send(request(id + 1, "press", { control: "play" }));
    await wait(100);
  }
}
/** The socket is closed, goes on all the same, and achieves nothing. */
async function mustHaveEnded(player: PlayerClient, socket: RawSocket, end: () => Promise<unknown>): Promise<void> {
  await expect.poll(async () => (await booked(player.playerId)).games).toBe(1);
  await end();
  await goOn(socket, 600);
  expect(socket.closeCode).toBe(4401);
  expect(socket.answer(100)).toBeUndefined();
  expect(await booked(player.playerId)).toEqual({ deposits: 1, games: 1 });
  await expect.poll(() => socket.isGone()).toBe(true);
}
async function call(player: PlayerClient, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${house.url}/api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${player.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return text === "" ? null : JSON.parse(text);
}
const ticketOf = async (player: PlayerClient) =>
  ((await call(player, "/player/ticket", {})) as { token: string }).token;

test("after a logout a socket that goes on brings nothing in and plays nothing", async () => {
  const player = await PlayerClient.login(house.url, "demo1");
  const socket = await seated(player, 1, "127.0.0.11");
  await mustHaveEnded(player, socket, () => call(player, "/player/logout", {}));
  // The seat is held, and the money on it with it: it comes back with the player.
  const back = await PlayerClient.login(house.url, "demo1");
  const game = await back.game();
  expect((await game.init(1)).session.resumed).toBe(true);
  await game.request("leave", {});
});

test("after a new password a socket that goes on brings nothing in and plays nothing", async () => {
  const player = await PlayerClient.login(house.url, "demo2");
  const socket = await seated(player, 2, "127.0.0.12");
  await mustHaveEnded(player, socket, () =>
    call(player, "/player/password", { oldPassword: "play1234", newPassword: "another long one 9" }),
  );
});

test("the 25th socket of a player does nothing, whatever is sent with it", async () => {
  const player = await PlayerClient.login(house.url, "demo3");
  const open24 = Array.from({ length: 24 }, () =>
    open(`/ws/jackpots?token=${encodeURIComponent(player.token)}`, "127.0.0.13"),
  );
  for (const socket of open24) {
    expect(await socket.status).toBe(101);
    socket.send(request(1, "init"));
  }
  await expect.poll(() => open24.every((socket) => socket.answer(1))).toBe(true);
  const socket = open(gamePath(player), "127.0.0.13");
  socket.send(request(1, "init", { machineID: 3, token: player.token }));
  await goOn(socket, 500);
  expect(socket.closeCode).toBe(4429);
  await expect.poll(() => socket.isGone()).toBe(true);
  expect(socket.texts).toEqual([]);
  expect(await booked(player.playerId)).toEqual({ deposits: 0, games: 0 });
  expect((await player.machines()).find(({ id }) => id === 3)?.status).toBe("available");
});

test("a flood is cut off, and others are answered meanwhile", async () => {
  const honest = await PlayerClient.login(house.url, "demo4");
  const game = await honest.game();
  await game.init(4);
  await game.cashIn(1_000);
  const flooder = await PlayerClient.login(house.url, "demo3");
  const ping = frame(TEXT, request(1, "ping"));
  const deep = frame(TEXT, `${"[".repeat(8_000)}${"]".repeat(8_000)}`);
  const batch = frame(TEXT, `[${Array.from({ length: 200 }, () => request(1, "ping")).join()}]`);
  const kinds: [string, Buffer][] = [
    ["requests", Buffer.concat(Array.from({ length: 1_000 }, () => ping))],
    ["deep JSON", Buffer.concat(Array.from({ length: 10 }, () => deep))],
    ["batches", Buffer.concat(Array.from({ length: 10 }, () => batch))],
    ["pings", Buffer.concat(Array.from({ length: 1_000 }, () => frame(PING, "x".repeat(100))))],
    ["pongs", Buffer.concat(Array.from({ length: 1_000 }, () => frame(10)))],
    // One message that never ends, of frames that carry nothing.
    ["fragments", Buffer.concat(Array.from({ length: 1_000 }, () => frame(CONTINUATION, "", false)))],
  ];
  for (const [kind, bytes] of kinds) {
    const socket = open(`/ws/jackpots?token=${encodeURIComponent(flooder.token)}`, "127.0.0.14");
    expect(await socket.status).toBe(101);
    socket.send(request(1, "init"));
    await expect.poll(() => socket.answer(1)).toBeTruthy();
    if (kind === "fragments") socket.write(frame(TEXT, "", false));
    const pouring = socket.pour(bytes, 400);
    expect(await honest.balance(), kind).toBeGreaterThan(0);
    await game.request("ping", {});
    await pouring;
    await expect.poll(() => socket.isGone(), kind).toBe(true);
    expect(socket.pongs, kind).toBeLessThan(200);
    expect(socket.texts.length, kind).toBeLessThan(200);
  }
  await game.request("leave", {});
});

test("a ticket opens one socket, and a login that ended opens and renews none", async () => {
  const from = "127.0.0.15";
  const [ended, other] = await Promise.all([
    PlayerClient.login(house.url, "demo3"),
    PlayerClient.login(house.url, "demo3"),
  ]);
  const [first, late] = [await ticketOf(ended), await ticketOf(ended)];
  const jackpots = (token: string) => open(`/ws/jackpots?token=${encodeURIComponent(token)}`, from);
  const [own, others] = [jackpots(first), jackpots(other.token)];
  for (const socket of [own, others]) {
    socket.send(request(1, "init"));
    await expect.poll(() => socket.answer(1)).toHaveProperty("result");
  }
  const again = jackpots(first);
  await expect.poll(() => again.closeCode).toBe(4401);
  expect(own.closeCode).toBeNull();

  await call(ended, "/player/logout", {});
  await expect.poll(() => own.closeCode).toBe(4401);
  for (const token of [late, ended.token]) {
    const socket = jackpots(token);
    socket.send(request(1, "init"));
    await expect.poll(() => socket.closeCode).toBe(4401);
    expect(socket.texts).toEqual([]);
  }
  // The player's other login goes on, and is not led to the one that ended.
  others.send(request(2, "refresh", { token: ended.token }));
  await expect.poll(() => others.answer(2)).toHaveProperty("error.data.code", ErrorCode.TokenInvalid);
  others.send(request(3, "ping"));
  await expect.poll(() => others.answer(3)).toHaveProperty("result");
  expect(others.closeCode).toBeNull();
});

test("handshakes that are refused leave no connection behind", async () => {
  const before = await descriptors();
  const refused = Array.from({ length: 60 }, () => open("/healthz", "127.0.0.77"));
  for (const socket of refused) expect(await socket.status).toBe(404);
  refused.forEach((socket) => socket.destroy());
  await expect.poll(descriptors).toBeLessThan(before + 20);
});

test("the ledger holds", async () => {
  const check = await house.cli("ledger", "check", "--json");
  expect(check.code, check.stdout + check.stderr).toBe(0);
});

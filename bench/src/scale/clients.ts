/** The clients of the bench: players at machines, and open lobbies. Ordered by the parent process. */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { PlayerClient, Refused } from "@reelcast/e2e/client";
import type { GameClient } from "@reelcast/e2e/client";
import { WebSocket } from "ws";
import { createPressLoad } from "../pressLoad.ts";

export type ClientOrder =
  | { do: "sit"; urls: string[]; machines: number[] }
  | { do: "press"; ms: number }
  /** Notification sockets. `from`: number of the first player, each of whom opens `each` of them. */
  | { do: "lobbies"; urls: string[]; from: number; each: number; sockets: number };
export interface ClientAnswers {
  sit: number;
  press: { times: number[]; refused: number };
  lobbies: number;
}

const CREDIT = 500_000;
const AT_ONCE = 8;
/** Machines that a floor has just taken are offline for a moment. */
const ONLINE_WITHIN_MS = 60_000;

const games: { game: GameClient; control: string }[] = [];

/** A few at a time. */
async function each(total: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < total) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}
const urlOf = (urls: readonly string[], n: number) => urls[n % urls.length] ?? "";

async function untilOnline<T>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + ONLINE_WITHIN_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused) || performance.now() > until) throw error;
      await pause(500);
    }
  }
}
async function sit(urls: readonly string[], machines: readonly number[]): Promise<number> {
  await each(machines.length, async (n) => {
    const game = await (await PlayerClient.login(urlOf(urls, n), `bench${n + 1}`)).game();
    const { machine } = await untilOnline(() => game.init(machines[n] ?? 0));
    await game.cashIn(CREDIT);
    const controls = machine.bands.flatMap((band) => band.controls);
    games.push({ game, control: controls.find(({ kind }) => kind === "play")?.id ?? "play" });
  });
  return games.length;
}
async function press(ms: number): Promise<ClientAnswers["press"]> {
  const load = createPressLoad();
  const until = performance.now() + ms;
  const isOver = () => load.times.length > 0 && performance.now() >= until;
  await Promise.all(games.map(({ game, control }) => load.play(game, control, isOver)));
  return { times: load.times, refused: load.refused };
}

async function openLobby(url: string, { token, playerId }: PlayerClient): Promise<void> {
  const address = `${url.replace("http", "ws")}/ws/notifications?token=${encodeURIComponent(token)}`;
  const socket = new WebSocket(address, { origin: url, perMessageDeflate: false, skipUTF8Validation: true });
  await once(socket, "open");
  const first = once(socket, "message");
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "init", params: { id: playerId } }));
  await first;
}
async function openLobbies({ urls, from, each: own, sockets }: Extract<ClientOrder, { do: "lobbies" }>) {
  let opened = 0;
  await each(Math.ceil(sockets / own), async (n) => {
    const url = urlOf(urls, n);
    const player = await PlayerClient.login(url, `bench${from + n}`);
    for (let socket = 0; socket < own && n * own + socket < sockets; socket += 1) {
      await openLobby(url, player);
      opened += 1;
    }
  });
  return opened;
}

function carryOut(order: ClientOrder): Promise<ClientAnswers[ClientOrder["do"]]> {
  switch (order.do) {
    case "sit":
      return sit(order.urls, order.machines);
    case "press":
      return press(order.ms);
    case "lobbies":
      return openLobbies(order);
  }
}

process.on("message", (order: ClientOrder) => {
  carryOut(order).then(
    (answer) => process.send?.({ answer }),
    (error: unknown) => process.send?.({ failed: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on("disconnect", () => process.exit(1));
await pause(0);
process.send?.("ready");

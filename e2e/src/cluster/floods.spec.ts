/**
 * Attacks by sheer number: thousands of files, connections and sockets at once. They take seconds of both sides' processor;
 * the attacks that show each rule with few are in attacks/.
 */
import { readdir } from "node:fs/promises";
import type { Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { RawHttp, earlyInMinute } from "../attacks/rawHttp.ts";
import { RawSocket } from "../attacks/rawSocket.ts";
import { PlayerClient } from "../client.ts";
import { TestServer } from "../testServer.ts";

const MIB = 1024 * 1024;

let house: TestServer;
let http: RawHttp;
test.beforeAll(async () => {
  house = await TestServer.open();
  http = new RawHttp(house);
});
test.afterAll(() => house?.close());

test("a hall that loads the app at once gets all of its files", async () => {
  test.setTimeout(60_000);
  await earlyInMinute();
  const hall = await http.flood(3_000, "127.0.0.27", () => ({ path: "/favicon.svg" }));
  expect(hall).toEqual({ 200: 3_000 });
});

test.describe("slow readers", () => {
  for (const [connections, ahead, from] of [
    [60, 80, "127.0.0.30"],
    [500, 8, "127.0.0.33"],
  ] as const)
    test(`${connections} connections with ${ahead} unread files each take neither memory nor descriptors`, async () => {
      const assets = new URL("../../../apps/player/dist/assets/", import.meta.url);
      const name = (await readdir(assets)).find((file) => /^base-.*\.js$/.test(file)) ?? "";
      expect((await http.ask(`/assets/${name}`)).status).toBe(200);
      const before = await http.use();
      const sockets = await Promise.all(Array.from({ length: connections }, () => http.connect(from)));
      let peak = before;
      try {
        for (const socket of sockets) {
          socket.pause();
          socket.on("error", () => {});
          socket.write(`GET /assets/${name} HTTP/1.1\r\nHost: house\r\n\r\n`.repeat(ahead));
        }
        peak = await http.peakUse(15);
        expect((await http.ask("/api/check")).status).toBe(200);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
      console.log(
        `${connections} × ${ahead} unread files: ${Math.round((peak.memory - before.memory) / MIB)} MiB, ${peak.descriptors - before.descriptors} descriptors`,
      );
      expect(peak.descriptors - before.descriptors, "no more than the connections themselves").toBeLessThan(
        connections + 50,
      );
      expect(peak.memory - before.memory).toBeLessThan(150 * MIB);
      await expect.poll(() => http.descriptors(), { timeout: 5_000 }).toBeLessThan(before.descriptors + 20);
    });

  test("one network gets so many connections and no more; another one still comes in", async () => {
    const held: Socket[] = [];
    const stillOpen = () => held.filter(({ closed }) => !closed).length;
    try {
      for (let n = 0; n < 15; n += 1) {
        const some = await Promise.all(Array.from({ length: 100 }, () => http.connect("127.0.0.31").catch(() => null)));
        for (const socket of some) {
          if (!socket) continue;
          socket.on("error", () => {});
          held.push(socket);
        }
      }
      await expect.poll(stillOpen, { timeout: 10_000 }).toBeLessThanOrEqual(1_200);
      expect(stillOpen(), "a hall of 100 players fits").toBeGreaterThanOrEqual(1_000);
      expect((await http.ask("/api/check", { from: "127.0.0.32" })).status).toBe(200);
    } finally {
      for (const socket of held) socket.destroy();
    }
  });
});

test("1,500 sockets without a token are closed with 4401 or refused, and are gone", async () => {
  const player = await PlayerClient.login(house.url, "demo4");
  const before = await http.descriptors();
  const paths = ["/ws/game", "/ws/notifications?token=", "/ws/jackpots?token=nonsense", "/ws/game?token=t.nonsense"];
  const sockets = Array.from(
    { length: 1_500 },
    (_, n) => new RawSocket(house.port, paths[n % paths.length] ?? "", `127.0.0.${20 + (n % 10)}`),
  );
  const statuses = await Promise.all(sockets.map(({ status }) => status));
  expect(await player.balance()).toBeGreaterThan(0);
  // Calls and queries of the meantime may have opened a few connections that are kept for the next ones.
  await expect.poll(() => http.descriptors()).toBeLessThan(before + 40);
  for (const [n, { closeCode, texts }] of sockets.entries()) {
    if (statuses[n] === 101) expect(closeCode).toBe(4401);
    else expect([429, 503]).toContain(statuses[n]);
    expect(texts).toEqual([]);
  }
  expect(statuses).toContain(101);
  for (const socket of sockets) socket.destroy();
});

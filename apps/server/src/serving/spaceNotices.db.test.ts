/** A house whose disk has less free than its reserve: what it says of it, and what the staff may do. */
import { ErrorCode } from "@reelcast/contract";
import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { CREDIT, postPayment } from "../acts/playerMoney.ts";
import { listEvents } from "../events/index.ts";
import { codeOf } from "../floor/testing/stage.ts";
import { openTestApp } from "../testing.ts";
import type { TestApp } from "../testing.ts";

let house: TestApp;
afterEach(() => house.close());
const metrics = async () => (await house.http.inject({ url: "/metrics" })).body.split("\n");
const events = async () =>
  (await listEvents(house.domain.storage.db, { kind: "spaceFull", limit: 5 })).events.map(({ facts }) => facts);

it("is shown in the metrics, and recorded as a significant event, once", async () => {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
  // More than any disk has.
  house = await openTestApp({ DISK_RESERVE_MB: "10000000" }, () => ({ log }));
  expect(await metrics()).toEqual(
    expect.arrayContaining([
      "reelcast_space_level 2",
      expect.stringMatching(/^reelcast_disk_free_bytes \d{6,}/),
      expect.stringMatching(/^reelcast_disk_total_bytes \d{6,}/),
    ]),
  );
  await vi.waitFor(async () => expect(await events()).toHaveLength(1));
  expect(await events()).toMatchObject([{ freeMegabytes: expect.any(Number) as number }]);
  expect(lines.filter((line) => line.includes("new games, deposits and seats are refused"))).toHaveLength(1);
});

it("the staff credits no player, and a repeated credit has its answer", async () => {
  house = await openTestApp({ DISK_RESERVE_MB: "10000000" });
  const playerId = await house.addPlayer("anna");
  const credit = () => postPayment(house.domain, { act: CREDIT, playerId, change: 500, key: "k" });
  expect(await codeOf(credit())).toBe(ErrorCode.NewPlayPaused);
  await house.domain.wallet.adjust({ playerId, amount: 500, key: "k", tag: "operator" });
  expect(await credit()).toMatchObject({ result: { state: "done", repeated: true, balance: 500 } });
});

it("with a database elsewhere and no reserve, the folder's disk decides nothing", async () => {
  house = await openTestApp();
  expect(await metrics()).toContain("reelcast_space_level 0");
  expect(house.domain.config.diskReserveBytes).toBe(0);
});

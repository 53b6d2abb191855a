import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTestNetwork } from "../../bus/testing/network.ts";
import { keepCheckingLogins } from "./loginCheck.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Ended = { tokenId: string; isBanned: boolean }[];
function setUp(endedAmong: (ids: readonly string[]) => Promise<Ended>) {
  const network = createTestNetwork({ drop: 1 });
  const bus = network.join("edge-1");
  const logins = new Map(Array.from({ length: 2_500 }, (_, n) => [`t${n}`, n]));
  const ended: unknown[] = [];
  bus.subscribe("player.ended", (message) => ended.push(message));
  const asked: number[] = [];
  const warnings: string[] = [];
  const end = keepCheckingLogins({
    logins: () => logins,
    endedAmong(ids) {
      asked.push(ids.length);
      return endedAmong(ids);
    },
    bus,
    log: { warn: (_: unknown, text?: string) => void warnings.push(text ?? "") },
  });
  return { network, logins, ended, asked, warnings, end };
}

it("asks for all of them twice a minute, a thousand at a time, and ends those that the database names", async () => {
  const { asked, ended, end } = setUp(async (ids) =>
    [
      { tokenId: "t7", isBanned: false },
      { tokenId: "t2400", isBanned: true },
    ].filter(({ tokenId }) => ids.includes(tokenId)),
  );
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toEqual([1_000, 1_000, 500]);
  expect(ended).toEqual([
    { playerId: 7, tokenIds: ["t7"], reason: "logout" },
    { playerId: 2_400, tokenIds: null, reason: "banned" },
  ]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(6);
  end();
  await vi.advanceTimersByTimeAsync(90_000);
  expect(asked).toHaveLength(6);
});

it("ends nobody while the database gives no answer, says so once, and asks again soon", async () => {
  let isAway = true;
  const { asked, ended, warnings, end } = setUp(async () => {
    if (isAway) throw new Error("connect ECONNREFUSED");
    return [{ tokenId: "t1", isBanned: false }];
  });
  await vi.advanceTimersByTimeAsync(45_000);
  expect(asked.length).toBeGreaterThanOrEqual(3);
  expect(ended).toEqual([]);
  expect(warnings).toHaveLength(1);
  isAway = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ended[0]).toEqual({ playerId: 1, tokenIds: ["t1"], reason: "logout" });
  end();
});

it("asks after an interruption of the bus: its messages are lost", async () => {
  const { network, asked, end } = setUp(async () => []);
  await vi.advanceTimersByTimeAsync(30_000);
  const before = asked.length;
  network.setUp("edge-1", false);
  await vi.advanceTimersByTimeAsync(0);
  network.setUp("edge-1", true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked.length).toBe(before + 3);
  end();
});

/** The heartbeat of the game socket. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLocalBus } from "../../bus/local.ts";
import { createGameSocket } from "./game.ts";
import { fakeConnection } from "./testing.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const who = { playerId: 1, tokenId: "t", username: "ann", permissions: [145], expiresAt: 4_102_444_800 };
const openChannel = () => ({
  who,
  ip: "127.0.0.1",
  open: true,
  backlog: 0,
  unresponsive: false,
  notify: vi.fn(),
  sendFrame: vi.fn((_frame: string | Buffer) => {}),
  close: vi.fn(),
});

function open() {
  return createGameSocket({
    bus: createLocalBus(() => {}),
    floor: { sit: async ({ machineId }) => fakeConnection(machineId, 1) },
    verify: async () => who,
    videoUrl: () => "/v",
    iceServers: () => [],
  });
}

it("stops for a client of which nothing arrives any more, so that it notices, and goes on with what arrives", async () => {
  const game = open();
  const channel = openChannel();
  await game.handlers.init({ machineID: 3, token: "t" }, channel);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(channel.sendFrame).toHaveBeenCalledTimes(2);
  channel.unresponsive = true;
  vi.advanceTimersByTime(5_000);
  // The first one may be a delay of this process.
  expect(channel.sendFrame).toHaveBeenCalledTimes(3);
  channel.unresponsive = false;
  vi.advanceTimersByTime(2_000);
  expect(channel.sendFrame).toHaveBeenCalledTimes(5);
  game.close();
});

it("goes to each seat at once and then every second, never to a reader that is behind, and ends with the seat", async () => {
  const game = open();
  const [ann, slow] = [openChannel(), { ...openChannel(), backlog: 100 }];
  vi.advanceTimersByTime(5_000);
  await game.handlers.init({ machineID: 3, token: "t" }, ann);
  await game.handlers.init({ machineID: 4, token: "t" }, slow);
  expect(ann.sendFrame).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(ann.sendFrame).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(3_000);
  expect(ann.sendFrame.mock.calls.map(([frame]) => String(frame))).toEqual(
    Array.from({ length: 4 }, () => '{"jsonrpc":"2.0","method":"heartbeat","params":{}}'),
  );
  expect(slow.sendFrame).not.toHaveBeenCalled();
  game.onClose(ann);
  game.close();
  vi.advanceTimersByTime(3_000);
  expect(ann.sendFrame).toHaveBeenCalledTimes(4);
});

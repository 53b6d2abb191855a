/** The heartbeat of the game socket. */
import { ErrorCode } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLocalBus } from "../../bus/local.ts";
import type { FloorService } from "../../floor/index.ts";
import { createGameSocket } from "./game.ts";
import { pressClock } from "./pressTime.ts";
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
  provenAt: 0,
  probe: vi.fn(() => {}),
  notify: vi.fn(),
  sendFrame: vi.fn((_frame: string | Buffer) => {}),
  close: vi.fn(),
});

function open(sit: FloorService["sit"] = async ({ machineId }) => fakeConnection(machineId, 1)) {
  return createGameSocket({
    bus: createLocalBus(() => {}),
    floor: { sit },
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
    [3, 2, 1, 0].map((ago) => `{"jsonrpc":"2.0","method":"heartbeat","params":{"at":${pressClock() - ago * 1_000}}}`),
  );
  expect(slow.sendFrame).not.toHaveBeenCalled();
  game.onClose(ann);
  game.close();
  vi.advanceTimersByTime(3_000);
  expect(ann.sendFrame).toHaveBeenCalledTimes(4);
});

it("shows the server's clock, and asks each time for a sign of what the client has received", async () => {
  const game = open();
  const channel = openChannel();
  await game.handlers.init({ machineID: 3, token: "t" }, channel);
  await vi.advanceTimersByTimeAsync(2_000);
  const shown = channel.sendFrame.mock.calls.map(([frame]) => {
    const { method, params } = JSON.parse(String(frame)) as { method: string; params: { at: number } };
    return [method, params.at];
  });
  expect(shown).toHaveLength(3);
  expect(shown.at(-1)).toEqual(["heartbeat", pressClock()]);
  expect(channel.probe).toHaveBeenCalledTimes(3);
  game.close();
});

it("a press has the time that its client gives it, or that of what the client had received", async () => {
  const seat = fakeConnection(3, 1);
  const game = open(async () => seat);
  const channel = { ...openChannel(), provenAt: 250 };
  await game.handlers.init({ machineID: 3, token: "t" }, channel);
  const at = pressClock() - 100;
  await game.handlers.press({ control: "play", seq: 1, at }, channel);
  await game.handlers.press({ control: "take" }, channel);
  expect(seat.press.mock.calls.map((call) => call[3])).toEqual([
    { at, madeAt: expect.closeTo(performance.now() - 100, -1) },
    { madeAt: 250 },
  ]);
  const future = game.handlers.press({ control: "play", at: pressClock() + 60_000 }, channel);
  await expect(future).rejects.toMatchObject({ code: ErrorCode.PressTooLate });
  expect(seat.press).toHaveBeenCalledTimes(2);
  game.close();
});

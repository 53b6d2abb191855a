/** What players are sent when it comes from several processes, and after an interruption. */
import { expect, it, vi } from "vitest";
import { createLocalBus } from "../../bus/local.ts";
import { createJackpotFeed } from "./jackpots.ts";
import { createNotifications } from "./notifications.ts";
import type { Channel } from "./rpc.ts";
import { OPEN_SESSION, SESSION_END } from "./testing.ts";

const PLAYER_ID = 2;

function openBus() {
  const local = createLocalBus((error) => {
    throw error;
  });
  const changes = new Set<(up: boolean) => void>();
  const bus = { ...local, onChange: (listener: (up: boolean) => void) => (changes.add(listener), () => {}) };
  const change = (up: boolean) => changes.forEach((listener) => listener(up));
  return { bus, disconnect: () => change(false), reconnect: () => change(true) };
}
function openChannel() {
  const frames: string[] = [];
  const sendFrame = (frame: string | Buffer) => void frames.push(frame.toString());
  return {
    channel: { who: { playerId: PLAYER_ID }, backlog: 0, sendFrame } as unknown as Channel,
    sent: (method: string) =>
      frames
        .flatMap((frame) => [JSON.parse(frame) as { method: string; params: Record<string, unknown> }].flat())
        .flatMap((message) => (message.method === method ? [message.params] : [])),
  };
}
function openFeed() {
  const { bus, disconnect, reconnect } = openBus();
  const database = {
    balance: vi.fn(async () => ({ balance: 100, version: 5 })),
    openSession: vi.fn(async (): Promise<typeof OPEN_SESSION | null> => OPEN_SESSION),
    chatsChangedWithin: vi.fn(async (): Promise<object[]> => []),
  };
  const feed = createNotifications({
    bus,
    ...database,
    checking: async () => 0,
    endOf: async (_: number, session: string) => ({ ...SESSION_END, session }),
  } as never);
  const { channel, sent } = openChannel();
  return {
    ...database,
    feed,
    disconnect,
    reconnect,
    sent,
    init: () => feed.handlers.init({ id: PLAYER_ID }, channel),
    balanceIs: (balance: number, version?: number) =>
      bus.publish("player.balance", { playerId: PLAYER_ID, balance, ...(version === undefined ? {} : { version }) }),
  };
}

it("a balance that comes after a newer one is not sent, whether another process sent it or it was read before", async () => {
  const { feed, init, balanceIs, balance, sent } = openFeed();
  const read = Promise.withResolvers<{ balance: number; version: number }>();
  balance.mockReturnValueOnce(read.promise);
  const answered = init();
  balanceIs(70, 7);
  read.resolve({ balance: 100, version: 6 });
  await answered;
  balanceIs(90, 6);
  balanceIs(60, 8);
  await vi.waitFor(() => expect(sent("balance").at(-1)).toEqual({ balance: 60 }));
  expect(sent("balance")).toEqual([{ balance: 70 }, { balance: 60 }]);
  // Of an earlier program, while a new one is rolled out.
  balanceIs(50);
  await vi.waitFor(() => expect(sent("balance").at(-1)).toEqual({ balance: 50 }));
  feed.close();
});

it("after an interruption of the bus a player learns that the session has ended meanwhile", async () => {
  const { feed, init, openSession, reconnect, sent } = openFeed();
  await init();
  await vi.waitFor(() => expect(sent("session")).toHaveLength(1));
  openSession.mockResolvedValue(null);
  reconnect();
  await vi.waitFor(() => expect(sent("session").at(-1)).toEqual({ ...SESSION_END, session: OPEN_SESSION.session }));
  reconnect();
  await vi.waitFor(() => expect(sent("checking")).toHaveLength(3));
  expect(sent("session")).toHaveLength(2);
  feed.close();
});

it("after an interruption of the bus a player is notified of the chats in which somebody wrote meanwhile", async () => {
  const { feed, init, chatsChangedWithin, disconnect, reconnect, sent } = openFeed();
  await init();
  disconnect();
  chatsChangedWithin.mockResolvedValue([{ playerId: PLAYER_ID, chatId: "c", contactId: "support" }]);
  reconnect();
  await vi.waitFor(() => expect(sent("chat")).toEqual([{ chatId: "c", contactId: "support", missed: true }]));
  // What was sent before the interruption was noticed is missing too.
  const [[players, ms] = []] = chatsChangedWithin.mock.calls as unknown as [number[], number][];
  expect(players).toEqual([PLAYER_ID]);
  expect(ms).toBeGreaterThanOrEqual(5_000);
  feed.close();
});

it("jackpots are read again after an interruption, and an older value is never sent after a newer one", async () => {
  const { bus, reconnect } = openBus();
  const { channel, sent } = openChannel();
  const pot = (amount: number, version: number) => ({ id: 1, name: "Grand", amount, version });
  const jackpots = vi.fn(async () => [pot(100, 1)]);
  const feed = createJackpotFeed({ bus, jackpots, whoSees: async () => () => true });
  const read = Promise.withResolvers<ReturnType<typeof pot>[]>();
  jackpots.mockReturnValueOnce(read.promise);
  const answered = feed.handlers.init({}, channel);
  bus.publish("jackpot", pot(300, 3));
  read.resolve([pot(200, 2)]);
  await answered;
  await vi.waitFor(() => expect(sent("jackpot")).toEqual([{ id: 1, name: "Grand", amount: 300 }]));
  jackpots.mockResolvedValue([pot(500, 5)]);
  reconnect();
  await vi.waitFor(() => expect(sent("jackpot").at(-1)).toEqual({ id: 1, name: "Grand", amount: 500 }));
  feed.close();
});

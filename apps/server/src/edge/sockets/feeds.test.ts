/** What each of the three sockets is for. */
import { CLOSE, ErrorCode } from "@reelcast/contract";
import type { MachineStatus } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OPEN_SESSION, SESSION_END, openSockets } from "./testing.ts";

let house: Awaited<ReturnType<typeof openSockets>>;
beforeEach(async () => {
  house = await openSockets();
});
afterEach(() => house.close());

describe("while the house takes no new games", () => {
  const housePushes = (client: ReturnType<typeof house.client>) =>
    client.messages.flatMap((message) => ("method" in message && message.method === "house" ? [message.params] : []));

  it("every player is notified when it begins and when it is over, whatever they show", async () => {
    const ann = house.client("/ws/notifications?token=ann:1");
    const bob = house.client("/ws/notifications?token=bob:2");
    expect(await ann.ask("init", { id: 1 })).not.toHaveProperty("result.newPlay");
    await bob.ask("init", { id: 2, shown: { brands: [1], machines: [] } });
    house.become("low");
    house.become("full");
    for (const client of [ann, bob]) await vi.waitFor(() => expect(housePushes(client)).toEqual([{ newPlay: false }]));
    house.become("low");
    for (const client of [ann, bob])
      await vi.waitFor(() => expect(housePushes(client)).toEqual([{ newPlay: false }, { newPlay: true }]));
  });

  it("who connects meanwhile is notified by the answer", async () => {
    house.become("full");
    const ann = house.client("/ws/notifications?token=ann:1");
    expect(await ann.ask("init", { id: 1 })).toMatchObject({ result: { newPlay: false } });
  });
});

describe("the game socket", () => {
  it("leaves the seat held as soon as the server closes it, though the connection is still there", async () => {
    const client = await house.sit();
    // Nothing that the server sends is read, so that the closing handshake does not end.
    client.socket.pause();
    house.bus.publish("player.ended", { playerId: 1, tokenIds: null, reason: "password" });
    expect(house.connections[0]?.disconnected).toHaveBeenCalledTimes(1);
    client.socket.terminate();
  });

  it("carries requests to the seat, and errors with their codes back", async () => {
    const client = await house.sit();
    expect(await client.ask("press", { control: "play" })).toMatchObject({ result: { at: 7 } });
    const transfer = { amount: 100, transferId: "0192f0c1-2f63-4d43-9a51-0d7c2b3a4e5f" };
    expect(await client.ask("cashin", transfer)).toMatchObject({
      error: { data: { code: ErrorCode.InsufficientBalance } },
    });
    expect(await client.ask("cashin", { ...transfer, amount: 0.5 }, "half")).toMatchObject({ error: { code: -32602 } });
    expect(house.connections[0]?.cashIn).toHaveBeenCalledTimes(1);
  });

  it("passes the number of a press to the seat, and refuses what is no number", async () => {
    const client = await house.sit();
    await client.ask("press", { control: "play", seq: 4 });
    await client.ask("press", { control: "play" }, "without");
    expect(house.connections[0]?.press.mock.calls.map((call) => call.slice(0, 3))).toEqual([
      ["play", 4, undefined],
      ["play", undefined, undefined],
    ]);
    house.connections[0]?.press.mockRejectedValueOnce(Object.assign(new Error("gone"), { code: "57P01" }));
    expect(await client.ask("press", { control: "play", seq: 5 }, "away")).toMatchObject({
      error: { data: { code: ErrorCode.ServiceUnavailable } },
    });
  });

  it.each([-1, 0, 0.1, 1e21, "1e3", 2 ** 53, null])("refuses the amount %s", async (amount) => {
    const client = await house.sit();
    const transferId = "0192f0c1-2f63-4d43-9a51-0d7c2b3a4e5f";
    expect(await client.ask("cashin", { amount, transferId })).toMatchObject({ error: { code: -32602 } });
    expect(house.connections[0]?.cashIn).not.toHaveBeenCalled();
  });

  it("gets the pushes only of its own seat and epoch", async () => {
    const first = await house.sit();
    const second = await house.sit();
    house.bus.publish("seat.push", { sessionId: "s1", epoch: 2, method: "meters", params: { seq: 2, credit: 50 } });
    await vi.waitFor(() => expect(second.notified("meters")).toEqual([{ seq: 2, credit: 50 }]));
    expect(first.notified("meters")).toEqual([]);
    house.bus.publish("seat.close", { sessionId: "s1", epoch: 1, code: CLOSE.takenOver, reason: "taken over" });
    expect(await first.closed).toBe(CLOSE.takenOver);
  });

  it("holds the seat when the connection ends, and closes after leave", async () => {
    const gone = await house.sit();
    gone.socket.terminate();
    await vi.waitFor(() => expect(house.connections[0]?.disconnected).toHaveBeenCalledTimes(1));
    const leaving = await house.sit();
    expect(await leaving.ask("leave")).toMatchObject({ result: { amount: 9 } });
    expect(await leaving.closed).toBe(1000);
  });
});

describe("the notification socket", () => {
  it("is for the token's own player", async () => {
    const client = house.client("/ws/notifications?token=ann:1");
    expect(await client.ask("init", { id: 2 })).toMatchObject({ error: { data: { code: ErrorCode.NotPermitted } } });
  });

  it("sends one batch for each window, with the newest status of each machine, and balances to their player", async () => {
    const ann = house.client("/ws/notifications?token=ann:1");
    const bob = house.client("/ws/notifications?token=bob:2");
    await ann.ask("init", { id: 1 });
    await bob.ask("init", { id: 2 });
    await vi.waitFor(() => expect(bob.notified("balance")).toHaveLength(1));
    await vi.waitFor(() => expect(ann.notified("balance")).toHaveLength(1));
    const before = ann.frames.length;
    house.bus.publish("machine.status", { id: 5, status: "playing" });
    house.bus.publish("machine.status", { id: 6, status: "waiting" });
    house.bus.publish("machine.status", { id: 5, status: "bonus" });
    house.bus.publish("player.balance", { playerId: 1, balance: 77 });
    await vi.waitFor(() => expect(ann.frames.length).toBe(before + 1));
    expect(ann.notified("machine")).toEqual([
      { id: 6, status: "waiting" },
      { id: 5, status: "bonus" },
    ]);
    expect(ann.notified("balance").at(-1)).toEqual({ balance: 77 });
    await vi.waitFor(() => expect(bob.notified("machine")).toHaveLength(2));
    expect(bob.notified("balance")).toEqual([{ balance: 1_000 }]);
  });
});

describe("a client that names what it shows", () => {
  const status = (id: number, to: MachineStatus) => house.bus.publish("machine.status", { id, status: to });
  const statusesOf = (answer: unknown) => (answer as { result: { statuses: { id: number }[] } }).result.statuses;

  it("is answered the statuses of all of it at first, then of what is new, and gets the changes of that alone", async () => {
    const ann = house.client("/ws/notifications?token=ann:1");
    const shown = { brands: [1], machines: [105, 250, 999] };
    const first = statusesOf(await ann.ask("init", { id: 1, shown }));
    expect(first).toHaveLength(101);
    expect(first.at(-1)).toEqual({ id: 250, status: "available", version: 1 });
    for (const id of [150, 250, 260]) status(id, "playing");
    await vi.waitFor(() => expect(ann.notified("machine").map(({ id }) => id)).toEqual([250, 150]));
    expect(ann.notified("machine")[0]).toEqual({ id: 250, status: "playing", version: 1 });
    const next = statusesOf(await ann.ask("show", { brands: [1, 2], machines: [] }));
    expect(next.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => 200 + n).filter((id) => id !== 250));
    status(260, "bonus");
    await vi.waitFor(() => expect(ann.notified("machine").at(-1)).toMatchObject({ id: 260, status: "bonus" }));
    expect(statusesOf(await ann.ask("show", { brands: [], machines: [] }, "none"))).toEqual([]);
    status(260, "waiting");
    house.bus.publish("player.balance", { playerId: 1, balance: 3 });
    await vi.waitFor(() => expect(ann.notified("balance").at(-1)).toEqual({ balance: 3 }));
    expect(ann.notified("machine").at(-1)).toMatchObject({ id: 260, status: "bonus" });
  });

  it("is refused a brand that does not exist and too many names, and keeps what it had named", async () => {
    const ann = house.client("/ws/notifications?token=ann:1");
    expect(await ann.ask("init", { id: 1, shown: { brands: [9], machines: [] } }, "bad")).toMatchObject({
      error: { data: { code: ErrorCode.NotFound } },
    });
    await ann.ask("init", { id: 1, shown: { brands: [1], machines: [] } });
    const bad = [
      { brands: [2, 9], machines: [] },
      { brands: Array.from({ length: 65 }, (_, n) => n + 1), machines: [] },
      { brands: [], machines: Array.from({ length: 301 }, (_, n) => n + 1) },
      { brands: ["2"], machines: [] },
      { brands: [2] },
      { brand: [2] },
    ];
    const codes = [];
    for (const [n, shown] of bad.entries()) codes.push(await ann.ask("show", shown, `bad ${n}`));
    expect(codes).toMatchObject(
      [ErrorCode.NotFound, ...Array.from({ length: 5 }, () => ErrorCode.InvalidRequest)].map((code) => ({
        error: { data: { code } },
      })),
    );
    status(201, "playing");
    status(101, "playing");
    await vi.waitFor(() => expect(ann.notified("machine")).toEqual([{ id: 101, status: "playing", version: 1 }]));
  });

  it("is refused once it has asked for too many statuses, with the time after which it may ask again", async () => {
    const ann = house.client("/ws/notifications?token=ann:1");
    house.floor.machinesOf.mockImplementation(async (brands = []) =>
      brands.flatMap(() => Array.from({ length: 10_000 }, (_, n) => 1_000 + n)),
    );
    house.floor.brandOf.mockImplementation((id) => (id >= 1_000 ? 1 : undefined));
    // On a slow computer the second would be over before the last request.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    try {
      await ann.ask("init", { id: 1, shown: { brands: [1], machines: [] } });
      await ann.ask("show", { brands: [], machines: [] }, "none");
      expect(await ann.ask("show", { brands: [1], machines: [] }, "again")).toMatchObject({
        error: { data: { code: ErrorCode.TooManyRequests, Params: { seconds: 1 } } },
      });
    } finally {
      clock.mockRestore();
    }
  });

  it("gets all again, as before it named anything, once it names nothing", async () => {
    const ann = house.client("/ws/notifications?token=ann:1");
    await ann.ask("init", { id: 1, shown: { brands: [1], machines: [] } });
    const { result } = (await ann.ask("show", {}, "all")) as { result: { statuses: { id: number }[] } };
    expect(result.statuses.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => 200 + n));
    status(201, "playing");
    await vi.waitFor(() => expect(ann.notified("machine")).toEqual([{ id: 201, status: "playing" }]));
  });

  it("gets a machine that is added to its brand", async () => {
    const ann = house.client("/ws/notifications?token=ann:1");
    await ann.ask("init", { id: 1, shown: { brands: [2], machines: [] } });
    house.floor.brandOf.mockReturnValueOnce(undefined).mockReturnValueOnce(2);
    status(300, "available");
    await vi.waitFor(() => expect(ann.notified("machine")).toEqual([{ id: 300, status: "available", version: 1 }]));
  });
});

describe("an open session", () => {
  it("is in the answer of init, and is pushed as well, for clients that don't look there", async () => {
    const bob = house.client("/ws/notifications?token=bob:2");
    expect(await bob.ask("init", { id: 2, session: "s-open" })).toMatchObject({ result: { session: OPEN_SESSION } });
    await vi.waitFor(() => expect(bob.notified("session")).toEqual([OPEN_SESSION]));
  });

  it("that has ended meanwhile is named with what its end paid, in the answer alone", async () => {
    const ann = house.client("/ws/notifications?token=ann:1");
    const answer = await ann.ask("init", { id: 1, session: "s-over" });
    expect(answer).toMatchObject({ result: { session: null, ended: SESSION_END } });
    const again = house.client("/ws/notifications?token=ann:1");
    expect(await again.ask("init", { id: 1, session: "s-other" })).toMatchObject({ result: { session: null } });
    expect(ann.notified("session")).toEqual([]);
  });

  it("that ends while it is read is not shown after its end", async () => {
    const bob = house.client("/ws/notifications?token=bob:2");
    const end = { ...SESSION_END, session: "s-open" };
    house.openSession.mockImplementationOnce(async () => {
      house.bus.publish("player.session", { playerId: 2, push: end });
      return OPEN_SESSION;
    });
    expect(await bob.ask("init", { id: 2 })).toMatchObject({ result: { session: null } });
    house.bus.publish("player.balance", { playerId: 2, balance: 77 });
    await vi.waitFor(() => expect(bob.notified("balance").at(-1)).toEqual({ balance: 77 }));
    expect(bob.notified("session")).toEqual([end]);
    // What another one paid is no news of this session.
    house.openSession.mockImplementationOnce(async () => {
      house.bus.publish("player.session", { playerId: 2, push: SESSION_END });
      house.bus.publish("player.session", { playerId: 1, push: end });
      return OPEN_SESSION;
    });
    const again = house.client("/ws/notifications?token=bob:2");
    expect(await again.ask("init", { id: 2 })).toMatchObject({ result: { session: OPEN_SESSION } });
  });

  it("that the client knows and that ends while it is read is named in the answer, with what its end paid", async () => {
    const ann = house.client("/ws/notifications?token=ann:1");
    house.openSession.mockImplementationOnce(async () => {
      house.bus.publish("player.session", { playerId: 1, push: SESSION_END });
      return { ...OPEN_SESSION, session: "s-over" };
    });
    const answer = await ann.ask("init", { id: 1, session: "s-over" });
    expect(answer).toMatchObject({ result: { session: null, ended: SESSION_END } });
  });

  it("is sent to its player alone, whatever becomes of it", async () => {
    const ann = house.client("/ws/notifications?token=ann:1");
    const bob = house.client("/ws/notifications?token=bob:2");
    await ann.ask("init", { id: 1 });
    await bob.ask("init", { id: 2 });
    house.bus.publish("player.session", { playerId: 2, push: { ...OPEN_SESSION, status: "changed", credit: 1 } });
    house.bus.publish("player.session", { playerId: 2, push: SESSION_END });
    house.bus.publish("player.balance", { playerId: 1, balance: 77 });
    await vi.waitFor(() =>
      expect(bob.notified("session").slice(1)).toEqual([
        { ...OPEN_SESSION, status: "changed", credit: 1 },
        SESSION_END,
      ]),
    );
    await vi.waitFor(() => expect(ann.notified("balance").at(-1)).toEqual({ balance: 77 }));
    expect(ann.notified("session")).toEqual([]);
  });
});

describe("money that is being checked", () => {
  it("is sent to its player after init, also that there is none, and at each change", async () => {
    const ann = house.client("/ws/notifications?token=ann:1");
    const bob = house.client("/ws/notifications?token=bob:2");
    await ann.ask("init", { id: 1 });
    await bob.ask("init", { id: 2 });
    await vi.waitFor(() => expect(bob.notified("checking")).toEqual([{ checking: 50_000 }]));
    house.bus.publish("player.checking", { playerId: 1, checking: 700 });
    house.bus.publish("player.checking", { playerId: 2, checking: 0 });
    await vi.waitFor(() => expect(bob.notified("checking").at(-1)).toEqual({ checking: 0 }));
    await vi.waitFor(() => expect(ann.notified("checking")).toEqual([{ checking: 0 }, { checking: 700 }]));
  });
});

describe("the jackpot socket", () => {
  it("sends every value after init, then the newest of those that changed, and hits", async () => {
    const client = house.client("/ws/jackpots?token=ann:1");
    await client.ask("init");
    await vi.waitFor(() => expect(client.notified("jackpot")).toEqual([{ id: 1, name: "Grand", amount: 5_000 }]));
    client.frames.length = 0;
    const value = { id: 1, name: "Grand" };
    house.bus.publish("jackpot", { ...value, amount: 5_010, version: 8 });
    house.bus.publish("jackpot", { ...value, amount: 5_030, version: 10 });
    // Of another machine, whose game was recorded between the two.
    house.bus.publish("jackpot", { ...value, amount: 5_020, version: 9 });
    house.bus.publish("jackpot.hit", { id: 1, machineId: 3, amount: 5_030 });
    await vi.waitFor(() => expect(client.notified("jackpotHit")).toEqual([{ id: 1, machineId: 3, amount: 5_030 }]));
    expect(client.notified("jackpot")).toEqual([{ ...value, amount: 5_030 }]);
    expect(client.frames).toHaveLength(1);
    // At a machine that the player may not know of.
    house.floor.whoSees.mockResolvedValueOnce((playerId) => playerId !== 1);
    house.bus.publish("jackpot.hit", { id: 1, machineId: 3, amount: 70 });
    await vi.waitFor(() => expect(client.notified("jackpotHit").at(-1)).toEqual({ id: 1, amount: 70 }));
  });
});

/** What holds for all three sockets. */
import { once } from "node:events";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { CLOSE, ErrorCode } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { SocketLimiter } from "./socketLimiter.ts";
import { openSockets } from "./testing.ts";
import type { Client } from "./testing.ts";

let house: Awaited<ReturnType<typeof openSockets>>;
beforeEach(async () => {
  house = await openSockets();
});
afterEach(() => house.close());

describe("a socket", () => {
  it("is refused to a page of another origin before it opens", async () => {
    const client = house.client("/ws/game?token=ann:1", { Origin: "https://evil.example" });
    const [error] = await once(client.socket, "error");
    expect(String(error)).toContain("403");
  });

  it("closes with 4401 on a token that is not valid", async () => {
    expect(await house.client("/ws/game?token=nonsense").closed).toBe(CLOSE.tokenInvalid);
  });

  it.each([
    ["standby", CLOSE.restart],
    ["away", CLOSE.restart],
    ["broken", CLOSE.internal],
  ])("closes as something that passes where the token could not be checked: %s", async (name, code) => {
    expect(await house.client(`/ws/notifications?token=${name}:1`).closed).toBe(code);
  });

  it("closes with 4403 to an address that may not play, whatever its token", async () => {
    const client = house.client("/ws/game?token=ann:1", { "x-test": "blocked" });
    expect(await client.closed).toBe(CLOSE.notPermitted);
    expect(house.connections).toHaveLength(0);
  });

  it("keeps nothing of the request that it came as, which has headers and the token, while it is open", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    for (const name of ["game", "notifications", "jackpots"]) {
      const client = house.client(`/ws/${name}?token=ann:1`);
      await client.ask("ping");
    }
    expect(house.requests).toHaveLength(6);
    await vi.waitFor(() => {
      collect();
      expect(house.requests.filter((request) => request.deref() !== undefined)).toHaveLength(0);
    });
    expect(house.open()).toBe(3);
  });

  it("wants init first, once, and a known method with valid params", async () => {
    const client = house.client("/ws/game?token=ann:1");
    expect(await client.ask("press", { control: "play" })).toMatchObject({
      error: { data: { code: ErrorCode.Conflict } },
    });
    expect(await client.ask("init", { machineID: "3" }, "bad")).toMatchObject({ error: { code: -32602 } });
    expect(await client.ask("init", { machineID: 3, token: "ann:1" })).toHaveProperty(
      "result.video.url",
      "/api/v1/machine/3/whep?seat=1",
    );
    expect(await client.ask("init", { machineID: 3, token: "ann:1" }, "again")).toMatchObject({
      error: { data: { code: ErrorCode.Conflict } },
    });
    expect(await client.ask("constructor")).toMatchObject({ error: { code: -32601 } });
    client.socket.send("{");
    await vi.waitFor(() => expect(client.frames.join()).toContain("-32700"));
  });

  it("refuses a message's token that is of another player", async () => {
    const client = house.client("/ws/game?token=ann:1");
    expect(await client.ask("init", { machineID: 3, token: "bob:2" })).toMatchObject({
      error: { data: { code: ErrorCode.NotPermitted } },
    });
    expect(house.connections).toHaveLength(0);
  });

  it("gives no seat without the permission to play", async () => {
    const client = house.client("/ws/game?token=barred:1");
    expect(await client.ask("init", { machineID: 3, token: "barred:1" })).toMatchObject({
      error: { data: { code: ErrorCode.NotPermitted } },
    });
    expect(house.connections).toHaveLength(0);
  });

  it("refuses requests above the rate, and closes if they continue", async () => {
    const client = await house.sit();
    for (let n = 0; n < 60; n += 1) client.socket.send(`{"jsonrpc":"2.0","id":${n},"method":"ping"}`);
    await vi.waitFor(() => expect(client.frames.join()).toContain(String(ErrorCode.TooManyRequests)));
    for (let n = 0; n < 120; n += 1) client.socket.send(`{"jsonrpc":"2.0","id":${n},"method":"ping"}`);
    expect(await client.closed).toBe(CLOSE.policy);
  });

  it("refuses a frame above 16 KiB", async () => {
    const client = await house.sit();
    client.socket.send(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${"y".repeat(17_000)}"}}`);
    expect(await client.closed).toBe(1009);
  });

  it("is not compressed, whatever the client would like", async () => {
    const client = house.client("/ws/game?token=ann:1");
    await once(client.socket, "open");
    expect(client.socket.extensions).toBe("");
  });

  it("is one of at most 24 of a player; others are not touched", async () => {
    const sockets = Array.from({ length: 24 }, () => house.client("/ws/jackpots?token=ann:1"));
    await Promise.all(sockets.map(({ socket }) => once(socket, "open")));
    await Promise.all(sockets.map((client) => client.ask("ping")));
    expect(await house.client("/ws/jackpots?token=ann:1").closed).toBe(CLOSE.flood);
    expect(sockets.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true);
    expect(await house.client("/ws/jackpots?token=bob:2").ask("ping")).toHaveProperty("result");
  });

  it("closes when its token is ended, and only then", async () => {
    const ann = await house.sit("ann:1");
    const other = await house.sit("ann2:1");
    house.bus.publish("player.ended", { playerId: 1, tokenIds: ["ann:1"], reason: "logout" });
    expect(await ann.closed).toBe(CLOSE.tokenInvalid);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    house.bus.publish("player.ended", { playerId: 1, tokenIds: null, reason: "banned" });
    expect(await other.closed).toBe(CLOSE.tokenInvalid);
  });

  it("gets the close code for a restart", async () => {
    const client = await house.sit();
    await house.end();
    expect(await client.closed).toBe(CLOSE.restart);
  });
});

describe("tokens in a player's messages", () => {
  it("are checked two at a time, whatever the sockets; of others at once; more than may wait are refused", async () => {
    const sockets = await Promise.all(Array.from({ length: 4 }, () => house.sit("ann:1")));
    const answers = sockets.flatMap((client) =>
      Array.from({ length: 20 }, (_, n) => client.ask("refresh", { token: "slow:1" }, n)),
    );
    await vi.waitFor(() => expect(house.slow).toHaveLength(2));
    const bob = await house.sit("bob:2");
    expect(await bob.ask("refresh", { token: "bob:2" })).toHaveProperty("result");
    expect(house.slow).toHaveLength(2);
    const letGo = setInterval(() => house.slow.splice(0).forEach((go) => go()), 1);
    const all = await Promise.all(answers).finally(() => clearInterval(letGo));
    const refused = all.filter((answer) => "error" in answer);
    expect(refused).toHaveLength(80 - 50);
    expect(refused[0]).toMatchObject({ error: { data: { code: ErrorCode.TooManyRequests } } });
  });
});

describe("a token that ends while it is checked", () => {
  it("opens no socket, though the check found it good", async () => {
    const client = house.client("/ws/game?token=slow:1");
    await vi.waitFor(() => expect(house.slow).toHaveLength(1));
    house.bus.publish("player.ended", { playerId: 1, tokenIds: ["slow:1"], reason: "logout" });
    house.slow[0]?.();
    expect(await client.closed).toBe(CLOSE.tokenInvalid);
  });

  it("does not renew the socket, which continues with its old token", async () => {
    const client = await house.sit("ann:1");
    const renewed = client.ask("refresh", { token: "slow:1" });
    await vi.waitFor(() => expect(house.slow).toHaveLength(1));
    house.bus.publish("player.ended", { playerId: 1, tokenIds: ["slow:1"], reason: "logout" });
    house.slow[0]?.();
    expect(await renewed).toMatchObject({ error: { data: { code: ErrorCode.TokenInvalid } } });
    expect(await client.ask("press", { control: "play" })).toHaveProperty("result");
    house.bus.publish("player.ended", { playerId: 1, tokenIds: ["ann:1"], reason: "logout" });
    expect(await client.closed).toBe(CLOSE.tokenInvalid);
  });

  it("seats nobody if the socket was closed during the check", async () => {
    const client = house.client("/ws/game?token=ann:1");
    await client.ask("ping");
    client.socket.send(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "init", params: { machineID: 3, token: "slow:1" } }),
    );
    await vi.waitFor(() => expect(house.slow).toHaveLength(1));
    house.bus.publish("player.ended", { playerId: 1, tokenIds: ["ann:1"], reason: "logout" });
    house.slow[0]?.();
    expect(await client.closed).toBe(CLOSE.tokenInvalid);
    expect(house.connections).toHaveLength(0);
  });
});

describe("sockets of one network", () => {
  it("are refused in the handshake above the limits of the network and of the server, until others have ended", async () => {
    const of = (ip: string) => house.client("/ws/jackpots?token=ann:1", { "x-forwarded-for": ip });
    const refusedWith = async (client: Client) => String((await once(client.socket, "error"))[0]);
    const players = Array.from({ length: 50 }, (_, n) => {
      const client = house.client(`/ws/jackpots?token=p:${100 + n}`, { "x-forwarded-for": "9.9.9.9" });
      return once(client.socket, "open").then(() => client);
    });
    const open = await Promise.all(players);
    expect(await refusedWith(of("9.9.9.9"))).toContain("429");
    for (let n = 0; n < 10; n += 1) await once(of(`8.8.8.${n}`).socket, "open");
    expect(await refusedWith(of("7.7.7.7"))).toContain("503");
    open[0]?.socket.terminate();
    await vi.waitFor(async () => expect(await of("9.9.9.9").ask("ping")).toHaveProperty("result"));
  });

  it("take no place for a plain call, nor for an upgrade whose client has gone before its check", async () => {
    const headers = { "x-forwarded-for": "6.6.6.6" };
    const address = `${house.base.replace("ws", "http")}/ws/jackpots?token=ann:1`;
    for (let n = 0; n < 60; n += 1) expect((await fetch(address, { headers })).status).toBe(404);
    const port = Number(new URL(house.base).port);
    const connected = Array.from({ length: 60 }, async () => {
      const tcp = connect(port, "127.0.0.1");
      await once(tcp, "connect");
      tcp.write(
        "GET /ws/jackpots?token=ann:1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
          "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nX-Forwarded-For: 6.6.6.6\r\nX-Test: leaves\r\n\r\n",
      );
      return tcp;
    });
    const clients = await Promise.all(connected);
    await vi.waitFor(() => expect(house.leaving).toHaveLength(60));
    for (const tcp of clients) tcp.resetAndDestroy();
    await Promise.all(house.leaving);
    const opens = async () => {
      const client = house.client("/ws/jackpots?token=ann:1", headers);
      expect(await client.ask("ping")).toHaveProperty("result");
    };
    await vi.waitFor(opens);
  });

  it("wait for no more than 100 checks of a token at once", async () => {
    const limiter = new SocketLimiter({ inAll: 1, perNetwork: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const checks = Array.from({ length: 100 }, () => limiter.check("a", () => promise));
    await expect(limiter.check("a", async () => {})).rejects.toMatchObject({ code: ErrorCode.TooManyRequests });
    await limiter.check("b", async () => {});
    resolve();
    await Promise.all(checks);
    await limiter.check("a", async () => {});
  });
});

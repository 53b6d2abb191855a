/** Two processes on one database, and a bus that loses what one of them says about a login. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { CLOSE } from "@reelcast/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createAccounts } from "../../accounts/index.ts";
import type { Accounts } from "../../accounts/index.ts";
import { createTestNetwork } from "../../bus/testing/network.ts";
import { PASSWORD, openTestApp } from "../../testing.ts";
import type { TestApp } from "../../testing.ts";

const network = createTestNetwork({ drop: 1 });
let edge: TestApp;
/** Of another process, whose messages are lost. */
let elsewhere: Accounts;
let url = "";
beforeAll(async () => {
  edge = await openTestApp({}, () => ({ bus: network.join("edge-1") }));
  const other = network.join("edge-2");
  elsewhere = await createAccounts({
    db: edge.database.db,
    keyFile: "",
    publish: other.publish.bind(other),
    version: "1.0.0",
    refusalStepMs: 0,
  });
  await edge.http.listen({ port: 0, host: "127.0.0.1" });
  url = `ws://127.0.0.1:${(edge.http.server.address() as AddressInfo).port}/ws/jackpots?token=`;
});
afterAll(() => edge.close());

async function open(token: string) {
  const socket = new WebSocket(url + token);
  const closed = once(socket, "close").then(([code]) => code as number);
  await once(socket, "open");
  // Its token is known to be valid once it is answered.
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "init", params: {} }));
  await once(socket, "message");
  return { socket, closed };
}
const login = async (username: string) => {
  const playerId = await edge.addPlayer(username);
  const { token } = await elsewhere.login({ username, password: PASSWORD, siteId: 2008, ip: "10.0.0.1" });
  return { playerId, token };
};
/** The connection to the bus is lost and there again. */
const reconnect = () => {
  network.setUp("edge-1", false);
  network.setUp("edge-1", true);
};

it("closes the sockets of logins that ended elsewhere, and no other", async () => {
  const [left, banned, stays] = await Promise.all([login("left"), login("banned"), login("stays")]);
  const sockets = await Promise.all([left, banned, stays].map(({ token }) => open(token)));
  await elsewhere.logout(await elsewhere.verify(left.token), "10.0.0.1");
  await elsewhere.ban(banned.playerId);
  reconnect();
  expect(await Promise.all(sockets.slice(0, 2).map(({ closed }) => closed))).toEqual([
    CLOSE.tokenInvalid,
    CLOSE.tokenInvalid,
  ]);
  expect(sockets[2]?.socket.readyState).toBe(WebSocket.OPEN);
  sockets[2]?.socket.terminate();
});

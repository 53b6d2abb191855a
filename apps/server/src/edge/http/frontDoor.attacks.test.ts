/** The port against clients who ask much, read nothing, or speak no HTTP: raw connections, and no application but a stub. */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ErrorCode } from "@reelcast/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openFrontDoor } from "./frontDoor.ts";
import type { FrontDoor, FrontDoorOptions } from "./frontDoor.ts";

let door: FrontDoor;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await door[Symbol.asyncDispose]();
});

async function open(
  options: Partial<FrontDoorOptions> = {},
  handler?: (request: IncomingMessage, response: ServerResponse) => void,
) {
  door = await openFrontDoor({ host: "127.0.0.1", port: 0, ...options });
  if (handler) door.attach({ handler, server: createServer() });
}
/** A connection, what it has received, and whether it is over. */
function call(bytes = "", { from = "127.0.0.1", reads = true } = {}) {
  const socket = connect({ host: "127.0.0.1", port: door.port, localAddress: from });
  const seen = { text: "", closed: false };
  socket.setEncoding("utf8").on("error", () => {});
  socket.on("close", () => (seen.closed = true));
  if (reads) socket.on("data", (part: string) => (seen.text += part));
  else socket.pause();
  socket.write(bytes);
  sockets.push(socket);
  return { socket, seen };
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;

describe("calls that are sent ahead", () => {
  it("are handled one after the other, each when the one before is answered", async () => {
    const pending: { path: string; response: ServerResponse }[] = [];
    await open({}, (request, response) => void pending.push({ path: request.url ?? "", response }));
    const { seen } = call(get("/1") + get("/2") + get("/3"));
    for (const path of ["/1", "/2", "/3"]) {
      await expect.poll(() => pending.map((one) => one.path)).toEqual([path]);
      pending.shift()?.response.end(`answer ${path}`);
    }
    await expect.poll(() => seen.text.match(/answer \/\d/g)).toEqual(["answer /1", "answer /2", "answer /3"]);
    expect(seen.closed).toBe(false);
  });

  it("end the connection where they are too many", async () => {
    let handled = 0;
    await open({}, () => void (handled += 1));
    const { seen } = call(get("/").repeat(80));
    await expect.poll(() => seen.closed).toBe(true);
    expect(handled).toBe(1);
  });

  it("are not handled once their connection is over", async () => {
    const pending: ServerResponse[] = [];
    await open({}, (_, response) => void pending.push(response));
    const { socket } = call(get("/1") + get("/2"));
    await expect.poll(() => pending.length).toBe(1);
    socket.destroy();
    await expect.poll(() => pending[0]?.destroyed).toBe(true);
    expect(pending.length).toBe(1);
  });
});

it("ends the connection of a client that reads nothing", async () => {
  const body = Buffer.alloc(64 * 1024 * 1024);
  let ended = false;
  await open({ stallMs: 200 }, (_, response) => response.on("close", () => (ended = true)).end(body));
  const { socket } = call(get("/"), { reads: false });
  await expect.poll(() => ended).toBe(true);
  socket.resume();
  await expect.poll(() => socket.destroyed).toBe(true);
  expect(socket.bytesRead).toBeLessThan(body.length);
});

describe("the number of connections", () => {
  const alive = (calls: { seen: { closed: boolean } }[]) => calls.filter(({ seen }) => !seen.closed).length;

  it("is bounded for one network and in all, and what was closed makes room", async () => {
    await open({ connections: { total: 5, perNetwork: 3 } });
    const first = Array.from({ length: 6 }, () => call("", { from: "127.0.0.2" }));
    await expect.poll(() => alive(first)).toBe(3);
    const second = Array.from({ length: 6 }, () => call("", { from: "127.0.0.3" }));
    await expect.poll(() => alive(second)).toBe(2);
    for (const { socket } of first) socket.destroy();
    // Those of the first network are counted until the server has seen their end.
    await expect
      .poll(async () => {
        const { seen, socket } = call(get("/healthz"), { from: "127.0.0.3" });
        await vi.waitFor(() => expect(seen.closed || seen.text !== "").toBe(true));
        socket.destroy();
        return seen.text;
      })
      .toContain("200 OK");
  });

  it("is not that of one network for a trusted proxy, behind which everybody is", async () => {
    await open({ connections: { total: 5, perNetwork: 2 }, trustedProxies: ["127.0.0.2"] });
    const calls = Array.from({ length: 8 }, () => call("", { from: "127.0.0.2" }));
    await expect.poll(() => alive(calls)).toBe(5);
  });

  it("counts sockets too", async () => {
    await open({ connections: { total: 5, perNetwork: 1 } });
    const stub = createServer();
    stub.on("upgrade", (_, socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
    door.attach({ handler: () => {}, server: stub });
    const handshake =
      "GET /ws/game HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    const first = call(handshake);
    await expect.poll(() => first.seen.text).toContain("101");
    const second = call(handshake);
    await expect.poll(() => second.seen.closed).toBe(true);
    expect(first.seen.closed).toBe(false);
  });
});

describe("what Node refuses by itself", () => {
  it.each([
    ["no HTTP", "hello\r\n\r\n", 400, 40_000],
    ["no Host", "GET / HTTP/1.1\r\n\r\n", 400, 40_000],
    ["large headers", `GET / HTTP/1.1\r\nHost: h\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431, ErrorCode.HeadersTooLarge],
    [
      "a handshake without a key",
      "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      400,
      40_000,
    ],
  ])(
    "%s: with the headers and the shape of all refusals, and the end of the connection",
    async (_, bytes, status, code) => {
      await open();
      const { seen } = call(bytes);
      await expect.poll(() => seen.closed).toBe(true);
      const [head = "", body = ""] = seen.text.split("\r\n\r\n");
      expect(head).toContain(`HTTP/1.1 ${status} `);
      for (const line of [
        "X-Content-Type-Options: nosniff",
        "X-Frame-Options: DENY",
        "Content-Security-Policy: default-src 'none'",
        "Cache-Control: no-store",
        "Content-Type: application/json",
        "Connection: close",
      ])
        expect(head).toContain(line);
      expect(JSON.parse(body)).toMatchObject({ code, ErrorMessage: expect.any(String), Params: {} });
    },
  );

  it("treats an upgrade to another protocol as a plain call", async () => {
    await open();
    const { seen } = call("GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n");
    await expect.poll(() => seen.text).toContain('{"status":"ok"}');
  });

  it("writes nothing into an answer that is under way", async () => {
    await open({}, (_, response) => response.write("the beginning"));
    const { seen } = call(`${get("/")}nonsense\r\n\r\n`);
    await expect.poll(() => seen.closed).toBe(true);
    expect(seen.text).not.toContain("400");
  });
});

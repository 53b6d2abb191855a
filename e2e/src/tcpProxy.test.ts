import { once } from "node:events";
import { type Server, type Socket, connect, createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TcpProxy, createTcpProxy } from "./tcpProxy.ts";

/** Answers every chunk with the same, and remembers what came and how connections ended. */
let echo: Server;
let arrived: string;
let ends: number;
/** The server's end of the last connection. */
let far: Socket;
let proxy: TcpProxy;
beforeEach(async () => {
  arrived = "";
  ends = 0;
  echo = createServer({ allowHalfOpen: true }, (socket) => {
    far = socket;
    socket.on("data", (chunk) => {
      arrived += chunk.toString();
      socket.write(chunk);
    });
    socket.on("end", () => (ends += 1));
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(echo, "listening");
  const address = echo.address();
  proxy = await createTcpProxy(typeof address === "object" && address ? address.port : 0);
});
afterEach(async () => {
  await proxy.close();
  echo.close();
});

async function open(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect({ port: proxy.port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined);
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  await once(socket, "connect");
  return { socket, received: () => text };
}
/** `once` would reject at the error that a reset is. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

describe("a TCP proxy", () => {
  it("passes both directions on", async () => {
    const { socket, received } = await open();
    socket.write("hello");
    await expect.poll(received).toBe("hello");
  });

  it("holds one direction back and delivers it in order afterwards", async () => {
    const { socket, received } = await open();
    proxy.block("toClient");
    // Each is sent after the one before has arrived: the answer to the first would be here when the last has arrived.
    for (const [text, all] of [
      ["one ", "one "],
      ["two ", "one two "],
      ["three ", "one two three "],
    ] as const) {
      socket.write(text);
      await expect.poll(() => arrived).toBe(all);
    }
    expect(received()).toBe("");
    proxy.restore();
    socket.write("four");
    await expect.poll(received).toBe("one two three four");
  });

  it("never delivers what was held back before a reset", async () => {
    const { socket, received } = await open();
    socket.write("first ");
    await expect.poll(received).toBe("first ");
    proxy.block("toServer");
    socket.write("lost");
    // Sent later in the other direction: when it is here, the proxy has read what is lost.
    for (const text of ["a", "ab"]) {
      far.write(text.slice(-1));
      await expect.poll(received).toBe(`first ${text}`);
    }
    const isClosed = closed(socket);
    proxy.reset();
    await isClosed;
    const next = await open();
    next.socket.write("new");
    await expect.poll(() => arrived).toBe("first new");
  });

  it("keeps the order while its delay changes", async () => {
    const { socket, received } = await open();
    proxy.delay(50);
    socket.write("slow ");
    // pause: the proxy reads it before the delay changes; if it does not, both arrive in order anyway
    await new Promise((resolve) => setTimeout(resolve, 10));
    proxy.delay(0);
    socket.write("fast");
    await expect.poll(received).toBe("slow fast");
  });

  it("cuts every connection and lets no new one through until it is restored", async () => {
    const { socket } = await open();
    const isClosed = closed(socket);
    proxy.cut();
    await isClosed;
    const refused = connect({ port: proxy.port, host: "127.0.0.1" });
    refused.on("error", () => undefined);
    await closed(refused);
    expect(proxy.connections).toBe(0);
    proxy.restore();
    const again = await open();
    again.socket.write("back");
    await expect.poll(again.received).toBe("back");
  });

  it("half-closes: one side gets the end, the other direction goes on", async () => {
    const { socket, received } = await open();
    socket.write("before");
    await expect.poll(received).toBe("before");
    const ended = once(socket, "end");
    proxy.halfClose("toClient");
    await ended;
    socket.write(" after");
    await expect.poll(() => arrived).toBe("before after");
    expect(ends).toBe(0);
  });
});

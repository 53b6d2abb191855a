import { get } from "node:http";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import websocket from "@fastify/websocket";
import { WebSocket } from "ws";
import { ErrorCode } from "@reelcast/contract";
import { createHttpApp } from "./app.ts";
import { openFrontDoor } from "./frontDoor.ts";
import type { FrontDoor } from "./frontDoor.ts";
import { healthRoutes } from "./health.ts";

let door: FrontDoor;
beforeEach(async () => {
  door = await openFrontDoor({ host: "127.0.0.1", port: 0 });
});
afterEach(() => door[Symbol.asyncDispose]());

const address = (path: string) => `http://127.0.0.1:${door.port}${path}`;
async function ask(path: string, init?: RequestInit) {
  const answer = await fetch(address(path), init);
  return {
    status: answer.status,
    retryAfter: answer.headers.get("retry-after"),
    body: (await answer.json()) as Record<string, unknown>,
  };
}
/** The status of a refused upgrade, or what the socket said first. */
const upgrade = () =>
  new Promise<string | number>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${door.port}/ws/test`);
    socket.on("unexpected-response", (_, response) => {
      resolve(`${response.statusCode} ${response.headers["retry-after"]}`);
      response.destroy();
    });
    socket.on("message", (data: Buffer) => {
      resolve(data.toString());
      socket.close();
    });
    socket.on("error", () => {});
  });
const openApp = (missing: () => string[] = () => []) =>
  createHttpApp({
    log: pino({ level: "silent" }),
    trustedProxies: [],
    plugins: [
      async (app) => {
        await app.register(websocket);
        app.get("/ws/test", { websocket: true, config: { counts: "socket" } }, (socket) => socket.send("hello"));
      },
      healthRoutes({ ping: async () => 1, missing, metrics: null }),
    ],
  });

it("answers every call 503 while nothing is attached, and says why it is not ready", async () => {
  expect(await ask("/healthz")).toEqual({ status: 200, retryAfter: null, body: { status: "ok" } });
  expect(await ask("/readyz")).toEqual({ status: 503, retryAfter: "1", body: { status: "starting" } });
  door.say("standby");
  expect((await ask("/readyz")).body).toEqual({ status: "standby" });
  for (const init of [{}, { method: "POST", body: "x".repeat(100_000) }]) {
    expect(await ask("/api/v1/login", init)).toMatchObject({
      status: 503,
      retryAfter: "1",
      body: { code: ErrorCode.ServiceUnavailable },
    });
  }
  expect(await upgrade()).toBe("503 1");
});

it("passes calls and sockets to the application while it is attached, and holds the port afterwards", async () => {
  let missing: string[] = [];
  const app = await openApp(() => missing);
  await app.ready();
  const detach = door.attach({ handler: app.routing.bind(app), server: app.server });
  expect((await ask("/readyz")).body).toEqual({ status: "ready" });
  missing = ["video"];
  expect(await ask("/readyz")).toMatchObject({ status: 200, body: { status: "ready", missing: ["video"] } });
  expect((await ask("/nothing")).status).toBe(404);
  expect(await upgrade()).toBe("hello");
  detach();
  await app.close();
  expect((await ask("/readyz")).status).toBe(503);
  expect(await upgrade()).toBe("503 1");
  const next = await openApp();
  await next.ready();
  door.attach({ handler: next.routing.bind(next), server: next.server });
  expect(await upgrade()).toBe("hello");
  await next.close();
});

it("refuses a port that is taken, on any of the addresses of localhost", async () => {
  await expect(openFrontDoor({ host: "127.0.0.1", port: door.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await expect(openFrontDoor({ host: "localhost", port: door.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

it("ends though a client holds its connection open", async () => {
  const held = await openFrontDoor({ host: "127.0.0.1", port: 0 });
  await new Promise((resolve) => get({ port: held.port, host: "127.0.0.1", path: "/healthz" }, resolve));
  await held[Symbol.asyncDispose]();
});

/** The console's port under attack, and its sockets, on a real port. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { CLOSE, ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { STAFF_PASSWORD, openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

let house: ConsoleHouse;
let port: number;
beforeAll(async () => {
  house = await openConsoleHouse();
  await house.console.listen({ host: "127.0.0.1", port: 0 });
  port = (house.console.server.address() as AddressInfo).port;
});
afterAll(() => house.close());
/** Calls are counted in the minutes of the clock: none ends until the end of this test. */
function holdMinute(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
}

interface Socket {
  ws: WebSocket;
  /** Everything that came, the first first. */
  got: { id?: number; method?: string; params?: unknown; result?: unknown; error?: { data: { code: number } } }[];
  closed: Promise<number>;
}
function connect(query: string, headers: Record<string, string> = {}): Socket {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/ws/console?${query}`, { headers });
  const got: Socket["got"] = [];
  ws.on("message", (data) => {
    const message = JSON.parse((data as Buffer).toString()) as Socket["got"][number] | Socket["got"];
    got.push(...[message].flat());
  });
  ws.on("error", () => {});
  const closed = new Promise<number>((resolve) => void ws.once("close", resolve));
  return { ws, got, closed };
}
const ticketOf = async (member: StaffClient) =>
  String((await house.call("POST", "/ticket", {}, member)).body["ticket"]);
async function ask({ ws, got }: Socket, method: string, params: object): Promise<Socket["got"][number]> {
  const id = got.length + 1_000;
  ws.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  await expect.poll(() => got.some((one) => one.id === id)).toBe(true);
  return got.find((one) => one.id === id) ?? {};
}
async function open(member: StaffClient, topics: readonly string[]): Promise<Socket> {
  const socket = connect(`ticket=${await ticketOf(member)}`);
  await once(socket.ws, "open");
  expect(await ask(socket, "init", { topics })).toMatchObject({ result: { topics } });
  return socket;
}

it("a socket opens with a ticket, once, and with no token", async () => {
  const member = await house.member("Ticket", ["viewer"]);
  const ticket = await ticketOf(member);
  const first = connect(`ticket=${ticket}`);
  await once(first.ws, "open");
  expect(await ask(first, "init", { topics: ["floor"] })).toMatchObject({ result: { topics: ["floor"] } });
  for (const query of [`ticket=${ticket}`, `ticket=${member.token}`, `token=${member.token}`, "", "ticket=a&ticket=b"])
    expect(await connect(query).closed, query).toBe(CLOSE.tokenInvalid);
  const late = await ticketOf(member);
  house.clock.time += 30_000;
  expect(await connect(`ticket=${late}`).closed).toBe(CLOSE.tokenInvalid);
  first.ws.close();
});

it("a page of another site opens none, and makes no call", async () => {
  const member = await house.member("Origin", ["viewer"]);
  for (const origin of ["http://evil.example", "http://localhost:8080", "null"]) {
    const socket = connect(`ticket=${await ticketOf(member)}`, { origin });
    expect(await socket.closed).toBe(1006);
    expect((await house.call("GET", "/me", undefined, { ...member, headers: { origin } })).code).toBe(
      ErrorCode.OriginNotAccepted,
    );
  }
  const rebound = await house.call("GET", "/me", undefined, {
    ...member,
    headers: { host: "evil.example:8081", origin: "http://evil.example:8081" },
  });
  expect(rebound.code).toBe(ErrorCode.OriginNotAccepted);
});

it("a socket follows what its member is permitted, and gets that alone", async () => {
  const viewer = await house.member("Viewer", ["viewer"]);
  const manager = await house.member("Manager", ["manager"], { secondFactor: true });
  const half = await house.member("Half", ["manager"]);
  const low = await open(viewer, ["floor"]);
  expect(await ask(low, "follow", { topics: ["staff"] })).toMatchObject({
    error: { data: { code: ErrorCode.NotPermitted } },
  });
  expect(await ask(low, "follow", { topics: ["nothing"] })).toMatchObject({
    error: { data: { code: ErrorCode.InvalidRequest } },
  });
  const without = await open(half, ["floor", "chat"]);
  expect(await ask(without, "follow", { topics: ["staff"] })).toMatchObject({
    error: { data: { code: ConsoleErrorCode.SecondFactorRequired } },
  });
  const high = await open(manager, ["staff"]);
  const { body } = await house.call("POST", "/staff", { name: "New one", roles: ["viewer"] }, manager);
  const key = `member ${String(body["id"])}`;
  await expect.poll(() => high.got.some(({ method }) => method === "staff")).toBe(true);
  expect(high.got.find(({ method }) => method === "staff")?.params).toEqual({ key });
  expect([...low.got, ...without.got].filter(({ method }) => method === "staff")).toEqual([]);
  for (const { ws } of [low, without, high]) ws.close();
});

it("a socket closes when its session ends, its member is disabled or gets other roles", async () => {
  const manager = await house.member("Closer", ["manager"], { secondFactor: true });
  const members = await Promise.all(
    ["Out", "Disabled", "Moved", "Reset", "Stays"].map((name) => house.member(name, ["viewer"])),
  );
  const [out, disabled, moved, reset, stays] = members as [
    StaffClient,
    StaffClient,
    StaffClient,
    StaffClient,
    StaffClient,
  ];
  const sockets = [];
  for (const member of members) sockets.push(await open(member, ["floor"]));
  const why = { why: "a test" };
  await house.call("POST", "/sign-out", {}, out);
  await house.call("POST", `/staff/${disabled.id}/disable`, why, manager);
  await house.call("PUT", `/staff/${moved.id}/roles`, { roles: ["support"], seen: ["viewer"], ...why }, manager);
  await house.call("POST", `/staff/${reset.id}/reset`, why, manager);
  for (const { closed } of sockets.slice(0, 4)) expect(await closed).toBe(CLOSE.tokenInvalid);
  expect(sockets[4]?.ws.readyState).toBe(WebSocket.OPEN);
  expect((await house.call("GET", "/me", undefined, stays)).status).toBe(200);
  sockets[4]?.ws.close();
});

it("a socket closes when its session gives way to a newer one of its member", async () => {
  const member = await house.member("Many", ["viewer"]);
  const socket = await open(member, ["floor"]);
  for (let n = 0; n < 20; n += 1) await house.call("POST", "/sign-in", { name: "Many", password: STAFF_PASSWORD });
  expect(await socket.closed).toBe(CLOSE.tokenInvalid);
});

it("what is too large, not JSON, or asked too often is refused", async () => {
  const large = await house.call("POST", "/sign-in", { name: "a", password: "x".repeat(40_000) });
  expect(large.code).toBe(ErrorCode.RequestTooLarge);
  const long = await house.call("POST", "/sign-in", { name: "a".repeat(81), password: "x" });
  expect(long.code).toBe(ErrorCode.InvalidRequest);
  const nul = await house.call("POST", "/sign-in", { name: "a\0b", password: "x" });
  expect(nul.code).toBe(ErrorCode.TextNotStorable);
  holdMinute();
  const answers = await Promise.all(
    Array.from({ length: 350 }, (_, n) =>
      house.call("GET", "/me", undefined, { token: `staff-session.${n}`, address: "198.51.100.200" }),
    ),
  );
  const codes = new Set(answers.map(({ code }) => code));
  expect(codes).toEqual(new Set([ErrorCode.TokenInvalid, ErrorCode.TooManyRequests]));
});

it("who uses up the calls of a network stops neither its sign-ins nor its sockets", async () => {
  const address = "127.0.0.1";
  const member = await house.member("Neighbour", ["viewer"]);
  holdMinute();
  const flood = async (url: string) => {
    const calls = Array.from({ length: 350 }, () => house.call("GET", url, undefined, { address }));
    expect((await Promise.all(calls)).at(-1)?.code).toBe(ErrorCode.TooManyRequests);
  };
  await flood("/nothing");
  await flood("/ws/console?ticket=junk");
  const signedIn = await house.call("POST", "/sign-in", { name: "Neighbour", password: STAFF_PASSWORD }, { address });
  expect(signedIn.status).toBe(200);
  const socket = await open(member, ["floor"]);
  socket.ws.close();
});

it("every answer has the headers of a page that nobody embeds and that runs no foreign script", async () => {
  for (const url of ["/", "/link", "/api/v1/me", "/api/openapi.json", "/nothing.js"]) {
    const { headers } = await house.console.inject({ url, headers: { host: "localhost:8081" } });
    expect(headers["content-security-policy"], url).toMatch(
      /default-src 'none'; script-src 'self'.*frame-ancestors 'none'/,
    );
    expect(headers["x-content-type-options"], url).toBe("nosniff");
    expect(headers["set-cookie"], url).toBeUndefined();
  }
});

it("describes its calls at its own address, with the permission of each", async () => {
  const { body } = await house.call("GET", "/api/openapi.json");
  const paths = body["paths"] as Record<string, Record<string, { summary: string; security?: object[] }>>;
  expect(paths["/api/v1/staff"]?.["post"]).toMatchObject({ security: [{ staff: [] }] });
  expect(paths["/api/v1/staff"]?.["post"]?.summary).toContain("needs staff.manage");
  expect(paths["/api/v1/sign-in"]?.["post"]?.security).toBeUndefined();
  expect(paths["/api/v1/machine/all"]).toBeUndefined();
});

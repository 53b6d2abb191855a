/** Who may play from where, as a player behind a proxy meets it: the check, the login, and every call of theirs. */
import { rm, writeFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { openEdge } from "./testing/edge.ts";

const TURKISH = "78.160.0.1";
const AMERICAN = "8.8.8.8";
const BLOCKED = "78.160.0.66";
let app: FastifyInstance;
afterEach(() => app.close());

async function open(settings = '{"ipCheck":true}') {
  const edge = await openEdge({ proxies: ["127.0.0.1"], settings });
  ({ app } = edge);
  return edge;
}
const from = (address: string, url: string, headers: Record<string, string> = {}, payload?: object) =>
  app.inject({
    method: payload ? "POST" : "GET",
    url,
    headers: { "x-forwarded-for": address, ...headers },
    ...(payload ? { payload } : {}),
  });
const bearer = { authorization: "Bearer ann" };
const login = (address: string) =>
  from(address, "/api/v1/login", {}, { username: "demo1", password: "play1234", site_id: 2008 });

describe("GET /api/check", () => {
  it.each([
    ["a permitted country", TURKISH, { status: 1, code: ErrorCode.Success, country: "TR" }],
    ["another one", AMERICAN, { status: 0, code: 0, country: "US" }],
    ["a blocked address", BLOCKED, { status: 0, code: ErrorCode.AddressNotPermitted, country: "TR" }],
    ["an address that may play from anywhere", "9.9.9.9", { status: 1, code: ErrorCode.Success }],
    ["a private network", "192.168.1.4", { status: 1, code: ErrorCode.Success, country: "" }],
  ])("answers 200 for %s", async (_, address, expected) => {
    await open();
    const answer = await from(address, "/api/check");
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(answer.json()).toMatchObject({ ip: address, ...expected });
  });

  it("accepts the country only from a trusted proxy's header", async () => {
    await open();
    const answer = await from(AMERICAN, "/api/check", { "cf-ipcountry": "TR" });
    expect(answer.json()).toMatchObject({ status: 1, country: "TR" });
    const claimed = await app.inject({
      url: "/api/check",
      remoteAddress: AMERICAN,
      headers: { "cf-ipcountry": "TR", "x-forwarded-for": TURKISH },
    });
    expect(claimed.json()).toMatchObject({ status: 0, code: 0, ip: AMERICAN, country: "US" });
  });

  it("permits everybody while the operator has it off, and follows a change without a restart", async () => {
    const { file } = await open("{}");
    expect((await from(AMERICAN, "/api/check")).json()).toMatchObject({ status: 1 });
    await writeFile(file, '{"ipCheck":true}');
    await expect.poll(async () => (await from(AMERICAN, "/api/check")).json<{ status: number }>().status).toBe(0);
    await rm(file);
    await expect.poll(async () => (await from(AMERICAN, "/api/check")).json<{ status: number }>().status).toBe(1);
  });
});

describe("a blocked address", () => {
  it.each([
    [AMERICAN, "network US"],
    [BLOCKED, "network TR"],
  ])("the login of %s is refused before anything is checked, and logged", async (address, detail) => {
    const { accounts } = await open();
    const answer = await login(address);
    expect([answer.statusCode, answer.json<{ code: number }>().code]).toEqual([403, ErrorCode.AddressNotPermitted]);
    expect(accounts.login).not.toHaveBeenCalled();
    expect(accounts.logRefusal).toHaveBeenCalledWith({ type: "LOGIN_NOT_ALLOWED", ip: address, detail });
  });

  it("calls are refused too, with a token that is good elsewhere", async () => {
    const { video } = await open();
    for (const url of ["/api/v1/player/balance", "/api/v1/player/profile", "/api/v1/player/settings"]) {
      const answer = await from(AMERICAN, url, bearer);
      expect([url, answer.statusCode, answer.json<{ code: number }>().code]).toEqual([
        url,
        403,
        ErrorCode.AddressNotPermitted,
      ]);
    }
    const picture = await app.inject({
      method: "POST",
      url: "/api/v1/machine/7/whep",
      headers: { ...bearer, "x-forwarded-for": AMERICAN, "content-type": "application/sdp" },
      payload: "v=0\r\n",
    });
    expect(picture.statusCode).toBe(403);
    expect(video.create).not.toHaveBeenCalled();
    expect((await from(TURKISH, "/api/v1/player/balance", bearer)).json()).toEqual({ balance: 100, checking: 0 });
  });

  it("the page and its settings still come, so that it can say why", async () => {
    await open();
    expect((await from(AMERICAN, "/Settings.json")).statusCode).toBe(200);
    expect((await from(AMERICAN, "/lobby", { accept: "text/html" })).statusCode).toBe(200);
  });
});

/** The edge against hostile and careless callers: no database, no machine; the parts behind it are stood in for. */
import { AppError, DESCRIPTIONS, ErrorCode } from "@reelcast/contract";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLogger } from "../../log.ts";
import { openEdge } from "./testing/edge.ts";
import { linkHeader, videoUrl } from "./whep.ts";

const OFFER = "v=0\r\na=ice-ufrag:abcd\r\n";
let app: FastifyInstance;
afterEach(() => app.close());

async function open(options?: Parameters<typeof openEdge>[0]) {
  const edge = await openEdge(options);
  ({ app } = edge);
  return edge;
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it("counts calls of a person as use of the login, and not calls that pages make by themselves", async () => {
  const { used } = await open();
  const polled = await app.inject({ url: "/api/v1/player/balance", headers: bearer("ann") });
  expect(polled.statusCode).toBe(200);
  expect(used).not.toHaveBeenCalled();
  await app.inject({ method: "POST", url: "/api/v1/player/logout", headers: bearer("ann") });
  expect(used).toHaveBeenCalledTimes(1);
});

it("shows stills to players who may play, for a list of at most 40 machines", async () => {
  const { video } = await open();
  const ask = (token: string, machines: string) =>
    app.inject({ url: "/api/v1/machine/stills", query: { machines }, headers: bearer(token) });
  const image = "data:image/webp;base64,AAAA";
  video.stills.mockResolvedValue([{ id: 3, version: 5, image }]);
  expect((await ask("ann", "3,8:17")).json()).toEqual({ stills: [{ id: 3, version: 5, image }], nextMs: 2_000 });
  expect(video.stills).toHaveBeenCalledExactlyOnceWith([
    { id: 3, version: null },
    { id: 8, version: 17 },
  ]);
  expect((await ask("barred", "3")).json()).toMatchObject({ code: ErrorCode.NotPermitted });
  expect((await ask("nobody", "3")).statusCode).toBe(401);
  expect((await ask("ann", Array(41).fill(1).join(","))).json()).toMatchObject({ code: ErrorCode.InvalidRequest });
  expect(video.stills).toHaveBeenCalledTimes(1);
});

it("asks for no still of a machine that the player may not know of", async () => {
  const { floor, video } = await open();
  floor.whoSees.mockResolvedValue((_, id) => id !== 3);
  await app.inject({ url: "/api/v1/machine/stills", query: { machines: "3,8" }, headers: bearer("ann") });
  expect(video.stills).toHaveBeenCalledExactlyOnceWith([{ id: 8, version: null }]);
});

it("answers the still of a machine once, however often it is listed", async () => {
  const { video } = await open();
  const machines = `03:17,8,${Array(38).fill("3").join(",")}`;
  await app.inject({ url: "/api/v1/machine/stills", query: { machines }, headers: bearer("ann") });
  expect(video.stills).toHaveBeenCalledExactlyOnceWith([
    { id: 3, version: 17 },
    { id: 8, version: null },
  ]);
});

it("answers a player's requests for stills 120 times a minute, and the player's other calls beyond that", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.parse("2026-06-01T12:00:00Z") });
  try {
    await open();
    const ask = async (url: string) => (await app.inject({ url, headers: bearer("ann") })).statusCode;
    for (let n = 0; n < 120; n += 1) expect(await ask("/api/v1/machine/stills?machines=3")).toBe(200);
    expect(await ask("/api/v1/machine/stills?machines=3")).toBe(429);
    expect(await ask("/api/v1/player/balance")).toBe(200);
    vi.advanceTimersByTime(60_000);
    expect(await ask("/api/v1/machine/stills?machines=3")).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

describe("every answer", () => {
  it("carries the security headers, and HSTS only over TLS that a trusted proxy vouches for", async () => {
    await open({ proxies: ["127.0.0.1"] });
    const plain = await app.inject({ url: "/api/v1/player/balance", headers: bearer("ann") });
    const policy = String(plain.headers["content-security-policy"]);
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    for (const part of [
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part);
    expect(plain.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "no-store",
    });
    expect(plain.headers["permissions-policy"]).toContain("camera=()");
    expect(plain.headers["strict-transport-security"]).toBeUndefined();
    const tls = await app.inject({
      url: "/healthz",
      headers: { "x-forwarded-proto": "https", "x-forwarded-for": "9.9.9.9" },
    });
    expect(tls.headers["strict-transport-security"]).toContain("max-age");
  });

  it("does not believe X-Forwarded-For of just anybody", async () => {
    await open();
    const { ip } = (await app.inject({ url: "/api/check", headers: { "x-forwarded-for": "6.6.6.6" } })).json<{
      ip: string;
    }>();
    expect(ip).toBe("127.0.0.1");
  });
});

describe("refusals", () => {
  it.each([
    ["no token", {}],
    ["a foreign one", bearer("eve")],
    ["basic auth", { authorization: "Basic YTpi" }],
  ])("401 and TokenInvalid for %s", async (_, headers) => {
    await open();
    const answer = await app.inject({ url: "/api/v1/player/balance", headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: ErrorCode.TokenInvalid, Params: { reason: "invalid" } });
  });

  it("writes a refused token into the player's log if it was once theirs, and no other", async () => {
    const { accounts } = await open();
    const answer = await app.inject({ url: "/api/v1/validate", headers: bearer("eve") });
    expect(answer.statusCode).toBe(401);
    expect(accounts.logRefusedToken.mock.calls).toEqual([["eve", "127.0.0.1"]]);
    await app.inject({ url: "/api/v1/player/balance", headers: bearer("eve") });
    expect(accounts.logRefusedToken).toHaveBeenCalledOnce();
  });

  it("a throttle answers 429 with Retry-After", async () => {
    await open();
    const answer = await app.inject({
      method: "POST",
      url: "/api/v1/login",
      payload: { username: "demo1", password: "wrong", site_id: 2008 },
    });
    expect([answer.statusCode, answer.headers["retry-after"], answer.json<{ code: number }>().code]).toEqual([
      429,
      "900",
      ErrorCode.AccountProtected,
    ]);
  });

  it.each([
    ["not JSON", "{", "application/json", 400, ErrorCode.InvalidRequest],
    ["a wrong type", "a=b", "application/x-www-form-urlencoded", 415, ErrorCode.UnsupportedMediaType],
    ["too much", JSON.stringify({ username: "x".repeat(40_000) }), "application/json", 413, ErrorCode.RequestTooLarge],
    ["a missing field", '{"username":"demo1"}', "application/json", 400, ErrorCode.InvalidRequest],
    [
      "a polluted prototype",
      '{"__proto__":{"site_id":2008},"username":"demo1","password":"play1234"}',
      "application/json",
      400,
      ErrorCode.InvalidRequest,
    ],
  ])("%s", async (_, payload, type, status, code) => {
    await open();
    const answer = await app.inject({
      method: "POST",
      url: "/api/v1/login",
      payload,
      headers: { "content-type": type },
    });
    expect([answer.statusCode, answer.json<{ code: number }>().code]).toEqual([status, code]);
  });

  it("a database that is away answers 503 with Retry-After, and no token is refused for it", async () => {
    const { app, accounts } = await openEdge();
    accounts.verify.mockRejectedValueOnce(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    const answer = await app.inject({ url: "/api/v1/player/balance", headers: bearer("ann") });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("1");
    expect(answer.json()).toMatchObject({ code: ErrorCode.ServiceUnavailable, Params: {} });
    accounts.verify.mockRejectedValueOnce(new AppError(ErrorCode.ServiceUnavailable));
    const standby = await app.inject({ url: "/api/v1/player/balance", headers: bearer("ann") });
    expect([standby.statusCode, standby.headers["retry-after"]]).toEqual([503, "1"]);
    await app.close();
  });

  it("does not reveal internal errors", async () => {
    const { accounts } = await open();
    accounts.verify.mockRejectedValueOnce(new Error("connection to 10.0.0.5 refused"));
    const answer = await app.inject({ url: "/api/v1/player/balance", headers: bearer("ann") });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain("10.0.0.5");
  });

  it("writes no token, password or PIN into the log, not even of an address", async () => {
    const lines: string[] = [];
    const log = createLogger("trace", { write: (line) => void lines.push(line) });
    const { accounts } = await open({ log });
    accounts.verify.mockRejectedValueOnce(new Error("the database is down"));
    await app.inject({ url: "/api/v1/player/balance?token=secret-1", headers: bearer("secret-2") });
    await app.inject({ url: "/callback?token=secret-3", headers: { accept: "text/html" } });
    await app.inject({
      method: "POST",
      url: "/api/v1/login",
      payload: { username: "demo1", password: "secret-4", site_id: 2008 },
    });
    await app.inject({
      method: "POST",
      url: "/api/v1/player/pin",
      headers: bearer("ann"),
      payload: { pin: "secret-5" },
    });
    expect(lines.join()).toContain("the database is down");
    expect(lines.join()).toContain("/callback");
    expect(lines.join()).not.toContain("secret-");
  });

  it("a wrong method is 405 with what is allowed, an unknown address stays 404", async () => {
    await open();
    const answer = await app.inject({ method: "DELETE", url: "/api/v1/login?a=b" });
    expect([answer.statusCode, answer.headers["allow"], answer.json<{ code: number }>().code]).toEqual([
      405,
      "POST",
      ErrorCode.MethodNotAllowed,
    ]);
    expect((await app.inject({ method: "PUT", url: "/api/v1/machine/7/whep/r1" })).headers["allow"]).toContain(
      "PATCH, DELETE",
    );
    expect((await app.inject({ method: "DELETE", url: "/api/v1/loginx" })).statusCode).toBe(404);
  });

  it("ends a connection that is slow to send its headers", async () => {
    await open();
    await app.listen({ host: "127.0.0.1", port: 0 });
    const server = app.server as typeof app.server & { connectionsCheckingInterval?: number };
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 15_000]);
    expect(server.connectionsCheckingInterval).toBe(1_000);
  });

  it("refuses play without the permission, and still pays out", async () => {
    const { floor } = await open();
    const ask = (what: string) =>
      app.inject({
        method: "POST",
        url: `/api/v1/player/${what}`,
        headers: bearer("barred"),
        payload: { machineId: 7 },
      });
    const kick = await ask("kick");
    expect([kick.statusCode, kick.json<{ code: number }>().code]).toEqual([403, ErrorCode.NotPermitted]);
    expect(floor.kick).not.toHaveBeenCalled();
    expect((await ask("cancel")).json()).toEqual({ amount: 5, balance: 9 });
  });

  it("leaves the permission of a kick to the floor", async () => {
    const { floor } = await open();
    const answer = await app.inject({
      method: "POST",
      url: "/api/v1/player/kick",
      headers: bearer("bob"),
      payload: { machineId: 7 },
    });
    expect(answer.statusCode).toBe(403);
    expect(floor.kick).toHaveBeenCalledWith(expect.objectContaining({ playerId: 2, mayKickOthers: false }));
  });
});

describe("the balance", () => {
  it("contains how much of the player's money is being checked", async () => {
    const { app } = await openEdge();
    const ask = async (token: string) =>
      (await app.inject({ url: "/api/v1/player/balance", headers: bearer(token) })).json<unknown>();
    expect(await ask("ann")).toEqual({ balance: 100, checking: 0 });
    expect(await ask("bob")).toEqual({ balance: 200, checking: 50_000 });
    await app.close();
  });
});

describe("WHEP", () => {
  const post = (token: string, id = "7", type = "application/sdp", query = "") =>
    app.inject({
      method: "POST",
      url: `/api/v1/machine/${id}/whep${query}`,
      headers: { ...bearer(token), "content-type": type },
      payload: OFFER,
    });

  it("answers 201 with Location, ETag and ICE servers to the player who sits there", async () => {
    await open();
    const answer = await post("ann");
    expect(answer.statusCode).toBe(201);
    expect(answer.headers).toMatchObject({
      location: "/api/v1/machine/7/whep/r1",
      etag: '"e1"',
      "content-type": expect.stringContaining("application/sdp"),
      link: '<turn:t>; rel="ice-server"; username="u"; credential="c"; credential-type="password"',
    });
  });

  it("is refused to others: 401 without token, 403 when not seated, 404 for no machine, 415 for another type", async () => {
    const { video } = await open();
    expect((await post("eve")).statusCode).toBe(401);
    expect((await post("bob")).statusCode).toBe(403);
    expect((await post("barred")).json(), "seated, without the permission to play").toMatchObject({
      code: ErrorCode.NotPermitted,
    });
    expect((await post("ann", "8")).statusCode).toBe(404);
    expect((await post("ann", "7", "text/plain")).statusCode).toBe(415);
    expect(video.create).not.toHaveBeenCalled();
  });

  it("is for the newest connection of the seat alone: a page that was taken over can't take the picture back", async () => {
    const { video } = await open();
    expect((await post("ann", "7", "application/sdp", "?seat=1")).statusCode).toBe(201);
    const late = await post("ann", "7", "application/sdp", "?seat=0");
    expect([late.statusCode, late.json<{ code: number }>().code]).toEqual([409, ErrorCode.SeatTakenOver]);
    expect(video.create).toHaveBeenCalledTimes(1);
    expect(videoUrl(7, 1)).toBe("/api/v1/machine/7/whep?seat=1");
  });

  it.each([
    [ErrorCode.NoCommonVideoFormat, 406],
    [ErrorCode.VideoStartFailed, 503],
  ] as const)("code %d is status %d", async (code, status) => {
    const { video } = await open();
    video.create.mockRejectedValueOnce(new AppError(code));
    expect((await post("ann")).statusCode).toBe(status);
  });

  it("an invalid description is refused with 400, without an error in the log", async () => {
    const lines: { level: number; code?: number }[] = [];
    const log = createLogger("info", { write: (line) => void lines.push(JSON.parse(line) as { level: number }) });
    const { video } = await open({ log });
    video.create.mockRejectedValueOnce(new AppError(ErrorCode.InvalidRequest));
    const answer = await post("ann");
    expect([answer.statusCode, answer.json<{ code: number }>().code]).toEqual([400, ErrorCode.InvalidRequest]);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 30, code: ErrorCode.InvalidRequest, playerId: 1, machineId: 7 }),
    );
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  });

  it("accepts candidates by PATCH and ends by DELETE, only from its own player", async () => {
    const { video } = await open();
    const url = "/api/v1/machine/7/whep/r1";
    const headers = { ...bearer("ann"), "content-type": "application/trickle-ice-sdpfrag", "if-match": '"e1"' };
    const ann = { playerId: 1, machineId: 7 };
    expect((await app.inject({ method: "PATCH", url, headers, payload: "a=mid:0\r\n" })).statusCode).toBe(204);
    expect(video.patch).toHaveBeenCalledWith("r1", { ...ann, ifMatch: '"e1"', fragment: "a=mid:0\r\n" });
    expect((await app.inject({ method: "DELETE", url, headers: bearer("ann") })).statusCode).toBe(200);
    expect(video.remove).toHaveBeenCalledWith("r1", ann);
    expect((await app.inject({ method: "DELETE", url, headers: bearer("bob") })).statusCode).toBe(404);
    expect((await app.inject({ method: "DELETE", url, headers: bearer("eve") })).statusCode).toBe(401);
  });

  it("answers an ICE restart that an outside server made, and passes its ICE servers on", async () => {
    const { video } = await open();
    video.create.mockResolvedValueOnce({
      id: "r1",
      etag: '"e1"',
      answer: "v=0\r\n",
      link: '<stun:s>; rel="ice-server"',
    });
    expect((await post("ann")).headers["link"]).toMatch(/^<turn:t>.*, <stun:s>; rel="ice-server"$/);
    video.patch.mockResolvedValueOnce({ status: 200, etag: '"e2"', fragment: "a=ice-ufrag:x\r\n" });
    const headers = { ...bearer("ann"), "content-type": "application/trickle-ice-sdpfrag", "if-match": "*" };
    const url = "/api/v1/machine/7/whep/r1";
    const answer = await app.inject({ method: "PATCH", url, headers, payload: "a=ice-ufrag:y\r\n" });
    expect(answer).toMatchObject({ statusCode: 200, body: "a=ice-ufrag:x\r\n", headers: { etag: '"e2"' } });
    expect(answer.headers["content-type"]).toContain("application/trickle-ice-sdpfrag");
    // Credentials of this moment: those of the session may have ended.
    expect(answer.headers["link"]).toMatch(/^<turn:t>; rel="ice-server"; username="u"; credential="c"/);
  });

  it.each([
    [ErrorCode.PreconditionFailed, 412],
    [ErrorCode.VideoNotRenewable, 422],
    [ErrorCode.PreconditionRequired, 428],
  ] as const)("a PATCH refused with code %d is status %d", async (code, status) => {
    const { video } = await open();
    video.patch.mockRejectedValueOnce(new AppError(code));
    const headers = { ...bearer("ann"), "content-type": "application/trickle-ice-sdpfrag" };
    const url = "/api/v1/machine/7/whep/r1";
    expect((await app.inject({ method: "PATCH", url, headers, payload: "a=mid:0\r\n" })).statusCode).toBe(status);
  });

  it("states its content types, and limits the size of a description", async () => {
    const { video } = await open();
    const url = "/api/v1/machine/7/whep";
    expect((await app.inject({ method: "OPTIONS", url })).headers["accept-post"]).toBe("application/sdp");
    const headers = { ...bearer("ann"), "content-type": "application/sdp" };
    const huge = await app.inject({ method: "POST", url, headers, payload: "v=0\r\n".padEnd(40_000, "a") });
    expect(huge.statusCode).toBe(413);
    expect(video.create).not.toHaveBeenCalled();
  });

  it("writes one link per address", () => {
    expect(linkHeader([{ urls: ["stun:a", "stun:b"] }])).toBe('<stun:a>; rel="ice-server", <stun:b>; rel="ice-server"');
  });
});

describe("the rest of the site", () => {
  it("serves the app for its own paths, files as they are, and 404 for the others", async () => {
    await open();
    const page = (url: string) => app.inject({ url, headers: { accept: "text/html" } });
    expect((await page("/lobby/3/nordlys")).body).toContain("<title>app</title>");
    expect((await page("/")).headers["cache-control"]).toBe("no-cache");
    expect((await page("/assets/a-123.js")).headers["cache-control"]).toContain("immutable");
    expect((await page("/assets/gone.js")).statusCode).toBe(404);
    expect((await page("/api/v1/nothing")).statusCode).toBe(404);
    expect((await page("/../../etc/passwd")).body).not.toContain("root:");
  });

  it("never lets a page be cached without a check, wherever the product is on the disk", async () => {
    await open({ folder: "assets/product" });
    for (const url of ["/", "/index.html", "/lobby"]) {
      const answer = await app.inject({ url, headers: { accept: "text/html" } });
      expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-cache"]);
    }
    expect((await app.inject({ url: "/assets/a-123.js" })).headers["cache-control"]).toContain("immutable");
  });

  it("names the installed app as the operator does, in the operator's language", async () => {
    await open({ settings: '{"menuTitle":"Palace","language":"ar"}' });
    const manifest = await app.inject({ url: "/manifest.webmanifest" });
    expect(manifest.headers["content-type"]).toMatch(/^application\/manifest\+json/);
    expect(manifest.headers["content-security-policy"]).toContain("manifest-src 'self'");
    expect(manifest.headers["cache-control"]).toBe("no-cache");
    const named = { name: "Palace", short_name: "Palace", lang: "ar", dir: "rtl", start_url: "/" };
    expect(manifest.json()).toEqual({ ...named, description: DESCRIPTIONS.ar });
    const page = await app.inject({ url: "/lobby", headers: { accept: "text/html" } });
    expect(page.body).toContain('<html lang="ar">');
    expect(page.headers["cache-control"]).toBe("no-cache");
  });

  it("writes in Turkish where the language is the browser's", async () => {
    await open({ settings: '{"language":"auto"}' });
    const manifest = await app.inject({ url: "/manifest.webmanifest" });
    expect(manifest.json()).toMatchObject({ lang: "tr", dir: "ltr", description: DESCRIPTIONS.tr });
    const page = await app.inject({ url: "/", headers: { accept: "text/html" } });
    expect(page.body).toContain("<title>app</title>");
  });

  it("returns the current Settings.json, read for each call, with the times of the server", async () => {
    await open();
    expect((await app.inject({ url: "/Settings.json" })).json()).toMatchObject({
      menuTitle: "House",
      playTimes: { depositSeconds: 61, idleSeconds: 122, graceSeconds: 183 },
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("is ready only while the database answers", async () => {
    await open({ ping: async () => Promise.reject(new Error("down")) });
    expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
    expect((await app.inject({ url: "/readyz" })).statusCode).toBe(503);
  });
});

/** Cameras with a WHEP server of their own: requests are forwarded to a real one on loopback. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ErrorCode } from "@reelcast/contract";
import type { AppError } from "@reelcast/contract";
import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { createDisplayFeeds } from "./displayFeeds.ts";
import { createVideo } from "./index.ts";
import { createRestartPauses } from "./supervisor.ts";
import { displayOf, fakeMachine } from "./testing.ts";

const OFFER = "v=0\r\na=ice-ufrag:aaaa\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n";
const ANSWER = OFFER.replace("aaaa", "cam");
const seat = { sessionId: "s", playerId: 1, machineId: 7 };
const asker = { playerId: 1, machineId: 7 };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
const codeOf = (work: Promise<unknown>) => work.then(() => 0).catch((error: unknown) => (error as AppError).code);

interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}
async function camera(answer: (asked: Asked, response: ServerResponse) => void, secret = "") {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      asked.push({ method, url, headers, body });
      answer({ method, url, headers, body }, response);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const video = createVideo({
    log: pino({ level: "silent" }),
    source: async () => ({ kind: "whep", url: `http://${secret}127.0.0.1:${port}/whep/cam` }),
    inPlay: () => true,
    holdsSeat: () => true,
    size: { width: 320, height: 180 },
    ports: { from: 42_201, to: 42_299 },
    timecode: false,
    onRestart: () => {},
  });
  return { video, asked };
}
const made = (response: ServerResponse) =>
  response
    .writeHead(201, {
      "content-type": "application/sdp",
      location: "/whep/cam/1",
      etag: '"out-1"',
      link: '<stun:outside>; rel="ice-server"',
    })
    .end(ANSWER);

it("offer (sound and all), candidates, ICE restart and end go to the camera's server, under names of this server", async () => {
  const { video, asked } = await camera(({ method, headers }, response) => {
    if (method === "POST") made(response);
    else if (headers["if-match"] === "*") response.writeHead(200, { etag: '"out-2"' }).end("a=ice-ufrag:new\r\n");
    else response.writeHead(method === "PATCH" ? 204 : 200).end();
  }, "op:s%20t@");
  const { id, etag, answer, link } = await video.create({
    ...seat,
    epoch: 1,
    offer: `${OFFER}a=candidate:1 1 UDP 1 127.0.0.1 5432 typ host\r\n`,
  });
  expect({ answer, link }).toEqual({ answer: ANSWER, link: '<stun:outside>; rel="ice-server"' });
  expect(etag).not.toContain("out-1");

  const near = "a=candidate:1 1 UDP 1 10.0.0.1 5432 typ host\r\n";
  const trickled = "a=ice-ufrag:aaaa\r\na=mid:0\r\na=candidate:2 1 UDP 1 8.8.8.8 50000 typ srflx\r\n";
  expect(await video.patch(id, { ...asker, ifMatch: etag, fragment: trickled + near })).toEqual({ status: 204 });
  const restarted = await video.patch(id, { ...asker, ifMatch: "*", fragment: "a=ice-ufrag:bbbb\r\n" });
  expect(restarted).toMatchObject({ status: 200, fragment: "a=ice-ufrag:new\r\n" });
  // The ICE session is another one: its former ETag is stale, here and there.
  expect(await codeOf(video.patch(id, { ...asker, ifMatch: etag, fragment: "a=end-of-candidates\r\n" }))).toBe(
    ErrorCode.PreconditionFailed,
  );
  const now = restarted.status === 200 ? restarted.etag : "";
  await video.patch(id, { ...asker, ifMatch: now, fragment: "a=end-of-candidates\r\n" });
  await video.remove(id, asker);
  await vi.waitFor(() => expect(asked).toHaveLength(5));

  expect(asked.map(({ method, url, headers }) => [method, url, headers["if-match"]])).toEqual([
    ["POST", "/whep/cam", undefined],
    ["PATCH", "/whep/cam/1", '"out-1"'],
    ["PATCH", "/whep/cam/1", "*"],
    ["PATCH", "/whep/cam/1", '"out-2"'],
    ["DELETE", "/whep/cam/1", undefined],
  ]);
  expect(asked[0]).toMatchObject({ body: OFFER, headers: { "content-type": "application/sdp" } });
  expect(asked[1]?.body, "without what lies in this house's own networks").toBe(trickled);
  const basic = `Basic ${Buffer.from("op:s t").toString("base64")}`;
  expect(asked.every(({ headers }) => headers.authorization === basic)).toBe(true);
});

it.each([
  [406, ErrorCode.NoCommonVideoFormat],
  [401, ErrorCode.VideoStartFailed],
  [503, ErrorCode.VideoStartFailed],
])("a camera's server that answers %d is code %d to the player", async (status, code) => {
  const { video } = await camera((_, response) => response.writeHead(status).end("secret detail"));
  expect(await codeOf(video.create({ ...seat, epoch: 1, offer: OFFER }))).toBe(code);
  expect(video.viewers()).toBe(0);
});

it("an endless answer is aborted", async () => {
  const { video } = await camera((_, response) => {
    response.writeHead(201, { location: "/x" });
    response.end(Buffer.alloc(1_000_000, "a"));
  });
  expect(await codeOf(video.create({ ...seat, epoch: 1, offer: OFFER }))).toBe(ErrorCode.VideoStartFailed);
});

it.each([
  [405, ErrorCode.VideoNotRenewable],
  [412, ErrorCode.PreconditionFailed],
  [404, ErrorCode.NotFound],
  [500, ErrorCode.VideoStartFailed],
])("a PATCH that the camera's server answers with %d is code %d", async (status, code) => {
  const { video } = await camera(({ method }, response) => {
    if (method === "POST") made(response);
    else response.writeHead(status).end();
  });
  const { id, etag } = await video.create({ ...seat, epoch: 1, offer: OFFER });
  expect(await codeOf(video.patch(id, { ...asker, ifMatch: etag, fragment: "a=end-of-candidates\r\n" }))).toBe(code);
});

it("while one state of a machine is being sent, only the newest following one is queued", () => {
  const machine = fakeMachine(7);
  const written: (() => void)[] = [];
  const presses: number[] = [];
  const feeds = createDisplayFeeds((message, done) => {
    if (message.type === "display") presses.push(message.display.presses);
    written.push(done);
  });
  feeds.begin(7, machine.source);
  feeds.begin(7, machine.source);
  for (let n = 0; n < 10; n += 1) machine.press();
  expect(presses).toEqual([1]);
  written.shift()?.();
  expect(presses).toEqual([1, 10]);
  feeds.end(7);
  written.shift()?.();
  machine.press();
  expect(presses).toEqual([1, 10]);
  expect([machine.listeners(), feeds.size(), displayOf(7).presses]).toEqual([0, 0, 0]);
});

it("a process that dies repeatedly is restarted with backoff, up to ten seconds, and at once after it has run well", () => {
  const pause = createRestartPauses(() => 1);
  const at = (ranMs: number) => pause(ranMs);
  expect([0, 0, 0, 0, 0, 0, 0, 0].map(at)).toEqual([0, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  expect([30_001, 0, 0].map(at)).toEqual([0, 400, 800]);
});

/** Attacks on live video, by a player who has a seat: against the real server, which believes to be on the internet. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";
// pause: no packet may come, and nothing marks the moment after which none could
import { setTimeout as pause } from "node:timers/promises";
import { ErrorCode } from "@reelcast/contract";
import { expect, test } from "@playwright/test";
import { type GameClient, PlayerClient } from "../client.ts";
import { TestServer } from "../testServer.ts";

const MACHINE = 5;
const JOINS = 80;
let house: TestServer;
let player: PlayerClient;
let game: GameClient;
let endpoint: string;
test.beforeAll(async () => {
  house = await TestServer.open({ VIDEO_ADDRESS: "203.0.113.9" });
  player = await PlayerClient.login(house.url, "demo1");
  game = await player.game();
  endpoint = new URL((await game.init(MACHINE)).video.url, house.url).href;
});
test.afterAll(async () => {
  game.close();
  await house.close();
});

const OFFER = [
  "v=0",
  "o=- 1 2 IN IP4 127.0.0.1",
  "s=-",
  "t=0 0",
  "a=group:BUNDLE 0",
  "m=video 9 UDP/TLS/RTP/SAVPF 104",
  "c=IN IP4 0.0.0.0",
  "a=ice-ufrag:evil",
  `a=ice-pwd:${"p".repeat(24)}`,
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => "0F").join(":")}`,
  "a=setup:actpass",
  "a=mid:0",
  "a=recvonly",
  "a=rtcp-mux",
  "a=rtpmap:104 H264/90000",
  "a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
  "",
].join("\r\n");

const send = (method: string, url: string, type: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${player.token}`, "content-type": type, ...headers },
    body,
  });
const offer = (body: string) => send("POST", endpoint, "application/sdp", body);

test("addresses that a player names are sent nothing", async () => {
  const service = createSocket("udp4").bind(0, "127.0.0.1");
  await once(service, "listening");
  let packets = 0;
  service.on("message", () => (packets += 1));
  const { port } = service.address();
  const candidates = ["127.0.0.1", "localhost", "::ffff:127.0.0.1", "::1", "0.0.0.0"]
    .map((address, n) => `a=candidate:${n} 1 UDP ${9 - n} ${address} ${port} typ host\r\n`)
    .join("");
  const answer = await offer(OFFER + candidates);
  expect(answer.status).toBe(201);
  const resource = new URL(answer.headers.get("location") ?? "", house.url).href;
  const trickled = await send("PATCH", resource, "application/trickle-ice-sdpfrag", `a=mid:0\r\n${candidates}`, {
    "if-match": answer.headers.get("etag") ?? "",
  });
  expect(trickled.status).toBe(204);
  // The first checks of ICE leave within 50 ms of the answer.
  await pause(1_000);
  service.close();
  expect(packets).toBe(0);
});

test("what is no offer is the player's fault, and the media process lives on", async () => {
  const media = await house.mediaPid();
  const spoilt: [string, string][] = [
    ["empty", " "],
    ["binary", String.fromCharCode(...Array.from({ length: 2_000 }, (_, n) => n % 256))],
    ["huge", OFFER + "a=x\r\n".repeat(100_000)],
    ["truncated", OFFER.slice(0, OFFER.indexOf("a=fingerprint") + 40)],
    ["a thousand sections", OFFER + "m=audio 9 UDP/TLS/RTP/SAVPF 0\r\n".repeat(1_000)],
    ["a short password", OFFER.replace("p".repeat(24), "p")],
    ["a fingerprint that is none", OFFER.replace(":0F:", ":")],
    ["every line twice", OFFER.replaceAll(/^(.*)\r\n/gm, "$1\r\n$1\r\n")],
    ["no codec", OFFER.replaceAll("H264", "VP9")],
    ["the role of a server", OFFER.replace("actpass", "holdconn")],
    ["a NUL", OFFER.replace("recvonly", "recv\0only")],
  ];
  const statuses: Record<string, number> = {};
  for (const [what, body] of spoilt) statuses[what] = (await offer(body)).status;
  expect(Object.entries(statuses).filter(([, status]) => status < 400 || status >= 500)).toEqual([]);
  expect(await house.mediaPid()).toBe(media);
  expect((await offer(OFFER)).status).toBe(201);
});

test("joins without end that never connect take no descriptor, thread or memory for long", async () => {
  const media = await house.mediaPid();
  async function use(): Promise<{ files: number; threads: number; megabytes: number }> {
    const status = await readFile(`/proc/${media}/status`, "utf8");
    const value = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
    return {
      files: (await readdir(`/proc/${media}/fd`)).length,
      threads: value("Threads"),
      megabytes: value("VmRSS") / 1024,
    };
  }
  const join = async (count: number) => {
    for (let n = 0; n < count; n += 1) expect((await offer(OFFER)).status).toBe(201);
  };
  // Ten at once: all but the newest are answered that they were replaced.
  const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await offer(OFFER)).status));
  expect(statuses.every((status) => [201, 409].includes(status))).toBe(true);
  // Libraries and the first garbage.
  await join(40);
  const before = await use();
  await join(JOINS);
  const after = await use();
  expect(after.files - before.files).toBeLessThan(10);
  expect(after.threads - before.threads).toBeLessThan(10);
  expect(after.megabytes - before.megabytes).toBeLessThan(50);
  expect(await house.mediaPid()).toBe(media);
});

test("stills show machines in play, to players alone, and asking more often makes no more of them", async () => {
  const onlooker = await PlayerClient.login(house.url, "demo2");
  const path = `${house.url}/api/v1/machine/stills?machines=`;
  expect((await fetch(`${path}${MACHINE}`)).status).toBe(401);
  const header = { authorization: `Bearer ${onlooker.token}` };
  const malformed = ["", "x", "-1", "1.5", "1,,2", "1:", "%00", "1e3", `${"1,".repeat(40)}1`, "1".repeat(5_000)];
  for (const list of malformed) expect((await fetch(path + list, { headers: header })).status, list).toBe(400);

  // Unknown machines and free ones look the same.
  const all = `0,1,2,3,4,${MACHINE},6,99,999999999`;
  // The first picture of a machine is drawn when somebody asks for it.
  await expect.poll(async () => (await onlooker.stills(all)).stills.map(({ id }) => id)).toEqual([MACHINE]);
  const { stills } = await onlooker.stills(all);
  const image = Buffer.from(stills[0]?.image?.split(",")[1] ?? "", "base64");
  expect(image.subarray(8, 12).toString()).toBe("WEBP");
  expect(image.length).toBeLessThanOrEqual(6_144);

  await game.cashIn(10_000);
  await game.press("play");
  const began = Date.now();
  const asked = await Promise.all(Array.from({ length: 50 }, () => onlooker.stills(`${MACHINE}`)));
  const versions = new Set(asked.flatMap(({ stills: found }) => found.map(({ version }) => version)));
  expect(versions.size).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - began) / 1_900));

  // One player's requests are limited; another one's are not used up by them.
  const statuses: number[] = [];
  while (statuses.length < 700 && statuses.at(-1) !== 429)
    statuses.push((await fetch(`${path}${MACHINE}`, { headers: header })).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await player.stills(`${MACHINE}`)).stills).toHaveLength(1);
  await expect(onlooker.stills(`${MACHINE}`)).rejects.toMatchObject({ code: ErrorCode.TooManyRequests });
});

/** No session is left at a camera's server: of late answers, of seats that end, of deletions that fail, of a server that stops. */
import { ErrorCode } from "@reelcast/contract";
import type { AppError } from "@reelcast/contract";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLogger } from "../log.ts";
import { RepeatLimit } from "../logRepeats.ts";
import { logCameraFault, shownAddress } from "./cameraFaults.ts";
import { createCameraForwarder } from "./cameraForwarder.ts";
import { createVideo } from "./index.ts";

const URL_OF_CAMERA = "https://op:s3cret@camera.example/whep/7?key=abc";
const OFFER = "v=0\r\na=ice-ufrag:aaaa\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n";
const REQUEST = { url: URL_OF_CAMERA, offer: OFFER, isWanted: () => true };
const codeOf = (work: Promise<unknown>) => work.then(() => 0).catch((error: unknown) => (error as AppError).code);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A camera's server whose answers the test gives. */
function createCamera() {
  const sessions = new Set<string>();
  const asked: string[] = [];
  let count = 0;
  let deletesFail = 0;
  const open = () => {
    count += 1;
    sessions.add(`/whep/session/${count}`);
    const headers = { location: `/whep/session/${count}`, etag: '"1"' };
    return new Response(OFFER, { status: 201, headers });
  };
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const fetcher: typeof fetch = async (input, init) => {
    const { pathname } = input as URL;
    asked.push(`${init?.method} ${pathname}`);
    if (init?.method === "POST") {
      if (isHeld) await new Promise<void>((resolve) => void waiting.push(resolve));
      return open();
    }
    if (deletesFail-- > 0)
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNRESET" }) });
    return new Response(null, { status: sessions.delete(pathname) ? 200 : 404 });
  };
  return {
    fetcher,
    sessions,
    asked,
    hold: () => void (isHeld = true),
    answer: () => waiting.splice(0).forEach((resolve) => resolve()),
    isAsked: () => vi.waitFor(() => expect(waiting).toHaveLength(1)),
    failDeletes: (times: number) => void (deletesFail = times),
  };
}
function open(camera: ReturnType<typeof createCamera>, holdsSeat = () => true) {
  const video = createVideo({
    log: pino({ level: "silent" }),
    source: async () => ({ kind: "whep", url: URL_OF_CAMERA }),
    inPlay: () => true,
    holdsSeat,
    size: { width: 320, height: 180 },
    ports: { from: 42_301, to: 42_399 },
    timecode: false,
    onRestart: () => {},
    fetch: camera.fetcher,
  });
  ends.push(() => video.stop());
  return video;
}
const seat = { sessionId: "s", playerId: 1, machineId: 7, epoch: 1, offer: OFFER };

describe("a camera's session", () => {
  it("whose answer comes after the time-out is deleted, and the player is answered in time", async () => {
    const camera = createCamera();
    camera.hold();
    const faults: unknown[] = [];
    const forwarder = createCameraForwarder({
      fetcher: camera.fetcher,
      withinMs: 1,
      onFault: (...fault) => faults.push(fault),
    });
    expect(await codeOf(forwarder.create({ machineId: 7 }, REQUEST))).toBe(ErrorCode.VideoStartFailed);
    expect(faults).toHaveLength(1);
    camera.answer();
    await forwarder.stop();
    expect(camera.asked).toEqual(["POST /whep/7", "DELETE /whep/session/1"]);
    expect(camera.sessions.size).toBe(0);
  });
  it("whose answer can't be read is deleted", async () => {
    const camera = createCamera();
    const tooLong: typeof fetch = async (input, init) => {
      const answer = await camera.fetcher(input, init);
      return init?.method === "POST"
        ? new Response("a".repeat(100_000), { status: 201, headers: answer.headers })
        : answer;
    };
    const forwarder = createCameraForwarder({ fetcher: tooLong });
    expect(await codeOf(forwarder.create({ machineId: 7 }, REQUEST))).toBe(ErrorCode.VideoStartFailed);
    await forwarder.stop();
    expect(camera.sessions.size).toBe(0);
  });
  it("ends with a takeover, while its answer is under way as well", async () => {
    const camera = createCamera();
    const video = open(camera);
    await video.create(seat);
    camera.hold();
    const second = codeOf(video.create({ ...seat, epoch: 2 }));
    await camera.isAsked();
    const third = video.create({ ...seat, epoch: 3 });
    await vi.waitFor(() => expect(camera.asked.filter((line) => line.startsWith("POST"))).toHaveLength(3));
    camera.answer();
    expect(await second).toBe(ErrorCode.Conflict);
    await third;
    await vi.waitFor(() => expect([...camera.sessions]).toEqual(["/whep/session/3"]));
  });
  it("ends when the server stops, also one whose answer is under way", async () => {
    const camera = createCamera();
    const video = open(camera);
    await video.create(seat);
    camera.hold();
    const under = codeOf(video.create({ ...seat, sessionId: "other" }));
    await camera.isAsked();
    const stopped = video.stop();
    camera.answer();
    await stopped;
    expect(await under).toBe(ErrorCode.Conflict);
    expect(camera.sessions.size).toBe(0);
  });
  it("whose deletion fails is deleted again, a few times", async () => {
    const camera = createCamera();
    const waits: number[] = [];
    const forwarder = createCameraForwarder({ fetcher: camera.fetcher, wait: async (ms) => waits.push(ms) });
    const session = await forwarder.create({ machineId: 7 }, REQUEST);
    camera.failDeletes(2);
    await forwarder.remove(session);
    expect([camera.sessions.size, waits]).toEqual([0, [1_000, 5_000]]);
    const other = await forwarder.create({ machineId: 7 }, REQUEST);
    camera.failDeletes(99);
    await forwarder.remove(other);
    expect(camera.asked.filter((line) => line.startsWith("DELETE"))).toHaveLength(3 + 4);
  });
});

describe("a camera that names another server than its own", () => {
  const CAMERA = "https://op:s3cret@camera.example/whep/7";
  function forwarderTo(answers: (at: string) => Response | undefined) {
    const asked: string[] = [];
    const faults: unknown[] = [];
    const fetcher: typeof fetch = async (input, init) => {
      const at = (input as URL).href;
      asked.push(`${init?.method} ${at}`);
      expect(init?.redirect).not.toBe("follow");
      return answers(at) ?? new Response(OFFER, { status: 201, headers: { location: "/made" } });
    };
    const onFault = (...fault: unknown[]) => void faults.push(fault);
    const forwarder = createCameraForwarder({ fetcher, onFault });
    const create = () => forwarder.create({ machineId: 7 }, { ...REQUEST, url: CAMERA });
    return { forwarder, asked, faults, create };
  }
  const ELSEWHERE = [
    "http://127.0.0.1:5432/x",
    "http://camera.example/x",
    "https://camera.example:8443/x",
    "//camera.example.attacker.example/x",
    "data:text/plain,x",
    "blob:https://camera.example/x",
    "file:///etc/passwd",
    "http://[bad",
  ];

  it.each(ELSEWHERE)("as a session's address (%s) gives no picture, and is sent nothing", async (location) => {
    const { forwarder, asked, faults, create } = forwarderTo(
      () => new Response(OFFER, { status: 201, headers: { location } }),
    );
    expect(await codeOf(create())).toBe(ErrorCode.VideoStartFailed);
    await forwarder.stop();
    expect(asked).toEqual(["POST https://camera.example/whep/7"]);
    expect(faults).toEqual([
      [7, CAMERA, { error: expect.objectContaining({ message: expect.stringContaining("names an address") }) }],
    ]);
  });
  it.each(ELSEWHERE)("as the target of a redirect (%s) is sent nothing", async (location) => {
    const { asked, faults, create } = forwarderTo(() => new Response(null, { status: 307, headers: { location } }));
    expect(await codeOf(create())).toBe(ErrorCode.VideoStartFailed);
    expect(asked).toEqual(["POST https://camera.example/whep/7"]);
    expect(faults).toHaveLength(1);
  });
  it("may redirect within its own server, a few times", async () => {
    const { asked, create } = forwarderTo((at) =>
      at.endsWith("/7") ? new Response(null, { status: 308, headers: { location: "7/" } }) : undefined,
    );
    expect((await create()).resource).toBe("https://op:s3cret@camera.example/made");
    expect(asked).toEqual(["POST https://camera.example/whep/7", "POST https://camera.example/whep/7/"]);
    const endless = forwarderTo(() => new Response(null, { status: 307, headers: { location: "/whep/7" } }));
    expect(await codeOf(endless.create())).toBe(ErrorCode.VideoStartFailed);
    expect(endless.asked).toHaveLength(4);
  });
});

describe("what the log says of a camera that fails", () => {
  const refused = {
    error: new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) }),
  };
  const camera = "https://camera.example";
  /** The log as it ships, whose minute is over when the test says so. */
  function recorded() {
    let now = 0;
    const lines: Record<string, unknown>[] = [];
    const limit = new RepeatLimit({ now: () => now, after: () => {} });
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const log = createLogger("info", { write }, limit);
    const nextMinute = () => {
      now += 60_000;
      limit.flush();
    };
    const said = () => lines.map(({ machineId, camera: shown, cause, leftOut }) => [machineId, shown, cause, leftOut]);
    return { lines, log, nextMinute, said };
  }

  it("is machine, address and cause, once a minute for each, and no secret", () => {
    const { lines, log, nextMinute, said } = recorded();
    for (let n = 0; n < 5; n += 1) logCameraFault(log, 7, URL_OF_CAMERA, refused);
    logCameraFault(log, 7, URL_OF_CAMERA, { status: 503 });
    logCameraFault(log, 7, URL_OF_CAMERA, { status: 401 });
    logCameraFault(log, 8, URL_OF_CAMERA, refused);
    nextMinute();
    logCameraFault(log, 7, "nonsense with s3cret", {
      error: new Error("failed at https://op:s3cret@camera.example/x"),
    });
    expect(said()).toEqual([
      [7, camera, "ECONNREFUSED", undefined],
      [7, camera, "HTTP status 503", undefined],
      [7, camera, "HTTP status 401", undefined],
      [8, camera, "ECONNREFUSED", undefined],
      [7, camera, "ECONNREFUSED", 3],
      [7, "(no address)", "failed at …", undefined],
    ]);
    expect(JSON.stringify(lines)).not.toContain("s3cret");
  });
  it("names every machine of a hall, and a bounded number", () => {
    const { log, said } = recorded();
    for (let machineId = 1; machineId <= 1_200; machineId += 1) logCameraFault(log, machineId, URL_OF_CAMERA, refused);
    const named = said().map(([machineId]) => machineId);
    // The last one stands for those that are too many.
    expect(named).toEqual(Array.from({ length: 1_001 }, (_, index) => index + 1));
  });
  it.each([
    ["http://op:s3cret@10.0.0.7:8889/live/0f3a9c1e5b7d2468/whep?token=x#y", "http://10.0.0.7:8889"],
    ["https://camera.example/live/abcdefghijklmnopqrSECRET/whep", "https://camera.example"],
    ["https://camera.example/k/short9/whep", "https://camera.example"],
    ["https://camera.example/whep;token=x", "https://camera.example"],
    ["data:text/plain,s3cret", "(no address)"],
  ])("shows no key of %s", (address, shown) => expect(shownAddress(address)).toBe(shown));
  it("comes from a request that a player makes", async () => {
    const lines: unknown[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const video = createVideo({
      log,
      source: async () => ({ kind: "whep", url: URL_OF_CAMERA }),
      inPlay: () => true,
      holdsSeat: () => true,
      size: { width: 320, height: 180 },
      ports: { from: 42_301, to: 42_399 },
      timecode: false,
      onRestart: () => {},
      fetch: async () => new Response(null, { status: 401 }),
    });
    ends.push(() => video.stop());
    expect(await codeOf(video.create(seat))).toBe(ErrorCode.VideoStartFailed);
    expect(lines).toEqual([
      expect.objectContaining({ machineId: 7, camera: "https://camera.example", cause: "HTTP status 401" }),
    ]);
  });
});

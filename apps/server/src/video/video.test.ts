/** Live video with the real media process and peer connections on loopback. */
import { execFile, fork } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Still } from "@reelcast/contract";
import type { VideoSource } from "@reelcast/machine";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createVideo } from "./index.ts";
import type { Seat, VideoOptions } from "./index.ts";
import { isTooLarge } from "./mediaProcess.ts";
import { createTestViewer, drawnMsApart, fakeMachine } from "./testing.ts";
import type { TestViewer } from "./testing.ts";

/** Of this process alone, so that two runs on one host do not meet. */
const FROM = 20_000 + (process.pid % 1_000) * 10;
const PORTS = { from: FROM, to: FROM };
/** Five without an answer mean that the process hangs: only for tests that need an answer soon, since a busy host may look like it. */
const PING_MS = 400;
const run = promisify(execFile);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function open(options: Partial<VideoOptions> = {}) {
  const machine = fakeMachine(7);
  const restarted: Seat[][] = [];
  const gone = new Set<string>();
  const video = createVideo({
    log: pino({ level: "silent" }),
    source: async (id): Promise<VideoSource | null> => (id === 7 || id === 9 ? machine.source : null),
    inPlay: (id) => id !== 9,
    holdsSeat: ({ sessionId }) => !gone.has(sessionId),
    size: { width: 320, height: 180 },
    ports: PORTS,
    timecode: false,
    onRestart: (seats) => restarted.push(seats),
    ...options,
  });
  ends.push(() => video.stop());
  await video.start();
  async function watch(sessionId = "s", playerId = 1, audio = false, epoch = 1) {
    const viewer: TestViewer = await createTestViewer(audio);
    ends.push(() => viewer.close());
    const made = await video.create({ sessionId, playerId, machineId: 7, epoch, offer: viewer.offer });
    const first = viewer.next("key");
    viewer.accept(made.answer);
    return { viewer, first, ...made, asker: { playerId, machineId: 7 } };
  }
  return { video, machine, watch, restarted, gone };
}
const SEAT = { sessionId: "s", playerId: 1, machineId: 7 };
const codeOf = (work: Promise<unknown>) => work.then(() => 0).catch((error: unknown) => (error as AppError).code);

describe("a still", () => {
  it("is drawn of a machine in play, moves with its reels, and needs no viewer", async () => {
    const { video, machine } = await open();
    const read = (id: number) => video.stills([{ id, version: null }]);
    // A request does not wait for a drawing that takes long: then a later one has it.
    const first = await vi.waitFor(async () => {
      const [still] = await read(7);
      expect(still?.image).toBeTruthy();
      return still;
    });
    const bytes = Buffer.from(first?.image?.split(",")[1] ?? "", "base64");
    expect(bytes.subarray(8, 12).toString()).toBe("WEBP");
    expect(await read(9)).toEqual([]);
    expect(machine.listeners()).toBe(0);
    expect(video.stats()).toMatchObject({ viewers: 0, frames: 0 });
  });

  it("is none of a camera, and none while the media process is away", async () => {
    const away = Promise.withResolvers<Still[]>();
    // It says that the process is away before it starts another one.
    const log = pino({ level: "error" }, { write: () => away.resolve(video.stills([{ id: 7, version: null }])) });
    const { video } = await open({ log });
    process.kill(video.pid() ?? 0, "SIGKILL");
    expect(await away.promise).toEqual([]);
    const camera = await open({ source: async () => ({ kind: "whep", url: "http://127.0.0.1:9/whep" }) });
    expect(await camera.video.stills([{ id: 7, version: null }])).toEqual([]);
  });
});

describe("a viewer", () => {
  it("gets a key frame, another when it asks, and a picture for a press before the next one at rest is due", async () => {
    const { watch, machine } = await open();
    const { viewer, first } = await watch();
    await first;

    // Without a request, every tenth frame is a key frame.
    for (let apart = 10; apart >= 10;) {
      const before = viewer.frames();
      // A request that follows a key frame closely gets none of its own.
      for (let n = 0; n < 2; n += 1) await viewer.next("frame");
      const key = viewer.next("key");
      viewer.requestKeyFrame();
      await key;
      apart = viewer.frames() - before;
    }

    // A picture at rest is drawn every 200 ms and never sooner.
    for (let apart = 200; apart > 190;) {
      const before = await viewer.next("frame");
      const next = viewer.next("frame");
      machine.press();
      apart = drawnMsApart(before, await next);
    }
  });

  it("that leaves last ends the watching of the machine", async () => {
    const { watch, video, machine } = await open({ pingMs: PING_MS });
    const { first, id, asker } = await watch();
    await first;
    await vi.waitFor(() => expect(video.stats().frames).toBeGreaterThan(0));
    expect(machine.listeners()).toBe(1);
    await video.remove(id, asker);
    expect(video.stats()).toMatchObject({ viewers: 0, machines: 0 });
    expect(machine.listeners()).toBe(0);
  });

  it("is sent no more frames a second than the operator has set", async () => {
    // With a time code in it no picture is at rest: without the setting there would be thirty a second.
    const { watch } = await open({ timecode: true, frameRate: () => 5 });
    const { viewer, first } = await watch();
    const began = await first;
    let last = began;
    for (let n = 0; n < 6; n += 1) last = await viewer.next("frame");
    // Six of thirty a second would take a fifth of a second.
    expect(drawnMsApart(began, last)).toBeGreaterThan(1_100);
  });

  it.each(["127.0.0.1", "::1"])(
    "shares one UDP port with 149 others, who disconnect and reconnect (%s)",
    async (bindAddress) => {
      const { watch, video } = await open({ bindAddress, frameRate: () => 5 });
      for (let round = 0; round < 2; round += 1) {
        let shown = 0;
        const join = async (n: number) => {
          const viewer = await watch(`s${n}`, n);
          void viewer.first.then(() => (shown += 1));
          return viewer;
        };
        const all: Awaited<ReturnType<typeof join>>[] = [];
        // Not all at once: an offer that a busy host answers too late is refused.
        while (all.length < 150)
          all.push(...(await Promise.all(Array.from({ length: 25 }, (_, n) => join(all.length + n)))));
        await expect
          .poll(() => ({ shown, ...video.stats() }), { timeout: 20_000 })
          .toMatchObject({ shown: 150, viewers: 150, machines: 1, restarts: 0 });
        expect(new Set(all.map(({ viewer }) => viewer.remotePort()))).toEqual(new Set([FROM]));
        for (const { id, asker, viewer } of all) {
          await video.remove(id, asker);
          viewer.close();
        }
      }
    },
    60_000,
  );

  it("is never contacted at its candidates: it is the one who connects", async () => {
    const listener = createSocket("udp4").bind(0, "127.0.0.1");
    ends.push(() => listener.close());
    await once(listener, "listening");
    let packets = 0;
    listener.on("message", () => (packets += 1));
    const { video, watch } = await open();
    const witness = await watch("w", 2);
    await witness.first;
    const viewer = await createTestViewer();
    ends.push(() => viewer.close());
    const aimed = ["127.0.0.1", "localhost", "::ffff:127.0.0.1"].map(
      (address, n) => `a=candidate:${n} 1 UDP ${9 - n} ${address} ${listener.address().port} typ host\r\n`,
    );
    const made = await video.create({ ...SEAT, epoch: 1, offer: viewer.offer + aimed.join("") });
    await video.patch(made.id, { ...SEAT, ifMatch: made.etag, fragment: `a=mid:0\r\n${aimed.join("")}` });
    const first = viewer.next("key");
    // Its own attempts to connect would begin before it draws three pictures, a fifth of a second apart, for another viewer.
    for (let n = 0; n < 3; n += 1) await witness.viewer.next("frame");
    viewer.accept(made.answer);
    await first;
    expect(packets).toBe(0);
  });

  it("is replaced by a newer one of the same seat, and ends with the session", async () => {
    const { watch, video, gone } = await open();
    const old = await watch("s");
    await old.first;
    const newer = await watch("s");
    await newer.first;
    expect(video.viewers()).toBe(1);
    const fragment = "a=end-of-candidates\r\n";
    expect(await codeOf(video.patch(old.id, { ...old.asker, ifMatch: old.etag, fragment }))).toBe(ErrorCode.NotFound);
    const other = await createTestViewer(false);
    ends.push(() => other.close());
    const older = { sessionId: "s", playerId: 1, machineId: 7, epoch: 0, offer: other.offer };
    expect(await codeOf(video.create(older)), "of an earlier connection of the seat").toBe(ErrorCode.SeatTakenOver);
    expect(video.viewers()).toBe(1);
    gone.add("s");
    await vi.waitFor(() => expect(video.viewers()).toBe(0));
    // Its player may still request the end; for anybody else there is no such viewer.
    for (const { id, asker } of [newer, old]) await video.remove(id, asker);
    expect(() => video.remove(newer.id, { ...newer.asker, playerId: 2 })).toThrow(AppError);
    expect(() => video.remove(newer.id, { ...newer.asker, machineId: 9 })).toThrow(AppError);
    expect(() => video.remove(crypto.randomUUID(), newer.asker)).toThrow(AppError);
  });
});

describe("a listener", () => {
  it("gets audio of the reels, and almost no packets in silence", async () => {
    const { watch, machine } = await open();
    const { viewer, first } = await watch("s", 1, true);
    await first;
    await vi.waitFor(() => expect(viewer.sound.length).toBeGreaterThan(3));
    const [silent, later] = [viewer.sound[1]?.time ?? 0, viewer.sound[3]?.time ?? 0];
    // Eight packets a second at most, by their own time.
    expect((later - silent) >>> 0).toBeGreaterThan((2 * 48_000) / 8);
    expect(viewer.sound.every(({ bytes }) => bytes === 1)).toBe(true);

    // Long enough for a process that gets little of the processor: it skips what it would compute too late.
    machine.spin(4_000);
    await vi.waitFor(() => expect(viewer.sound.filter(({ bytes }) => bytes > 20).length).toBeGreaterThan(40));
    // A packet is 20 ms of 48 kHz, and none overtakes another.
    const steps = viewer.sound.slice(1).map(({ time }, n) => (time - (viewer.sound[n]?.time ?? 0)) >>> 0);
    expect(steps.every((step) => step >= 960 && step < 2 ** 31)).toBe(true);
    expect(steps.filter((step) => step === 960).length).toBeGreaterThan(35);

    machine.spin(0);
    await vi.waitFor(() => expect(viewer.sound.slice(-3).every(({ bytes }) => bytes === 1)).toBe(true));
  });

  it("that only watches is sent no sound, while another one is", async () => {
    const { watch, machine } = await open();
    const [mute, withSound] = await Promise.all([watch("a", 1), watch("b", 2, true)]);
    await Promise.all([mute.first, withSound.first]);
    expect(mute.answer).not.toContain("m=audio");
    // Long enough for a process that gets little of the processor.
    machine.spin(3_000);
    await vi.waitFor(() => expect(withSound.viewer.sound.length).toBeGreaterThan(10));
    expect(mute.viewer.sound).toEqual([]);
  });
});

describe("memory of the media process", () => {
  /** Resident, MB. */
  const resident = async (pid: number | null) =>
    Number((await run("ps", ["-o", "rss=", "-p", String(pid)])).stdout) / 1024;

  it("is released by those who never connect", async () => {
    const { video } = await open({ connectMs: 2_000 });
    const silent = await createTestViewer();
    ends.push(() => silent.close());
    await video.create({ ...SEAT, epoch: 1, offer: silent.offer });
    expect(video.stats()).toMatchObject({ viewers: 1, machines: 1 });
    await vi.waitFor(() => expect(video.stats()).toMatchObject({ viewers: 0, machines: 0 }));
  });

  it("is released by disconnected viewers", async () => {
    const { watch, video } = await open();
    async function join(times: number): Promise<void> {
      for (let n = 0; n < times; n += 1) {
        const { viewer, first, id, asker } = await watch("s", 1, true);
        await first;
        await video.remove(id, asker);
        viewer.close();
      }
    }
    // Libraries, fonts and the first garbage.
    await join(15);
    const before = await resident(video.pid());
    await join(60);
    // The screen of one viewer takes about 3 MB at this size: 60 that are kept would be 190.
    expect((await resident(video.pid())) - before).toBeLessThan(60);
    await vi.waitFor(() => expect(video.stats()).toMatchObject({ viewers: 0, machines: 0 }));
  }, 60_000);

  it("above its bound makes the server replace the process, and viewers reconnect", async () => {
    const { video, watch, restarted } = await open({
      pingMs: PING_MS,
      memory: { idleMb: 1_000, watchedMb: 40, perMachineMb: 1 },
    });
    const before = video.pid();
    // A process that is replaced before it has answered refuses the offer, and the viewer asks again.
    await vi.waitFor(() => watch("s", 3), 15_000);
    await vi.waitFor(() => expect(restarted.flat()).toContainEqual({ sessionId: "s", playerId: 3, machineId: 7 }));
    expect(video.pid()).not.toBe(before);
  });
  it.each([
    [{ residentMb: 599, machines: 0 }, false],
    [{ residentMb: 601, machines: 0 }, true],
    [{ residentMb: 2_060, machines: 1 }, false],
    [{ residentMb: 2_065, machines: 1 }, true],
    [{ residentMb: 8_000, machines: 100 }, false],
  ])("%j: too much: %j", (now, is) => expect(isTooLarge(now)).toBe(is));
});

describe("a request that can't be served", () => {
  it("says which: no such machine, no offer, no codec in common", async () => {
    const { video } = await open();
    const seat = { sessionId: "s", playerId: 1, machineId: 7 };
    expect(await codeOf(video.create({ ...seat, epoch: 1, machineId: 8, offer: "v=0\r\n" }))).toBe(ErrorCode.NotFound);
    expect(await codeOf(video.create({ ...seat, epoch: 1, offer: "hello" }))).toBe(ErrorCode.InvalidRequest);
    const viewer = await createTestViewer();
    ends.push(() => viewer.close());
    const offer = viewer.offer.replaceAll("H264", "VP9");
    expect(await codeOf(video.create({ ...seat, epoch: 1, offer }))).toBe(ErrorCode.NoCommonVideoFormat);
    expect(
      await codeOf(video.create({ ...seat, epoch: 1, offer: viewer.offer.replace(/a=ice-pwd.*/, "a=ice-pwd:") })),
    ).not.toBe(0);
    expect(video.viewers()).toBe(0);
  });

  it("candidates need the ETag of the viewer's own resource; ICE can't be restarted", async () => {
    const { watch, video } = await open();
    const { id, etag, asker } = await watch();
    const fragment = "a=mid:0\r\na=candidate:1 1 UDP 1 127.0.0.1 9 typ host\r\n";
    const patch = (change: object) => codeOf(video.patch(id, { ...asker, ifMatch: etag, fragment, ...change }));
    expect(await patch({})).toBe(0);
    expect(await patch({ ifMatch: undefined })).toBe(ErrorCode.PreconditionRequired);
    expect(await patch({ ifMatch: '"other"' })).toBe(ErrorCode.PreconditionFailed);
    expect(await patch({ fragment: "nothing" })).toBe(ErrorCode.InvalidRequest);
    expect(await patch({ ifMatch: "*", fragment: "a=ice-ufrag:new\r\na=ice-pwd:x\r\n" })).toBe(
      ErrorCode.VideoNotRenewable,
    );
    expect(await patch({ playerId: 2 })).toBe(ErrorCode.NotFound);
    expect(() => video.remove(id, { ...asker, playerId: 2 })).toThrow(AppError);
    await video.remove(id, asker);
    expect(() => video.remove(id, { ...asker, playerId: 2 })).toThrow(AppError);
  });
});

describe("the media process", () => {
  it.each(["SIGKILL", "SIGSTOP"] as const)("ended by %s is restarted, and its viewers are notified", async (how) => {
    const { video, watch, restarted } = await open({ pingMs: PING_MS });
    const { first } = await watch("s", 3);
    await first;
    const before = video.pid();
    if (before === null) throw new Error("no process");
    process.kill(before, how);
    await vi.waitFor(() => expect(restarted).toEqual([[{ sessionId: "s", playerId: 3, machineId: 7 }]]));
    expect(video.pid()).not.toBe(before);
    expect(video.stats()).toMatchObject({ viewers: 0, restarts: 1 });
    await (
      await watch("s", 3)
    ).first;
  });

  it("that dies while an offer is pending refuses it", async () => {
    const { video } = await open();
    const viewer = await createTestViewer();
    ends.push(() => viewer.close());
    process.kill(video.pid() ?? 0, "SIGSTOP");
    const answer = codeOf(video.create({ sessionId: "s", playerId: 1, machineId: 7, epoch: 1, offer: viewer.offer }));
    process.kill(video.pid() ?? 0, "SIGKILL");
    expect(await answer).toBe(ErrorCode.VideoStartFailed);
  });

  it("says that its port is taken, and takes the next one of a range", async () => {
    await open();
    const errors: unknown[] = [];
    const log = pino(
      { level: "error" },
      { write: (line) => void errors.push((JSON.parse(line) as { msg: string }).msg) },
    );
    const refused = await open({ log });
    const viewer = await createTestViewer();
    ends.push(() => viewer.close());
    expect(await codeOf(refused.video.create({ ...SEAT, epoch: 1, offer: viewer.offer }))).toBe(
      ErrorCode.VideoStartFailed,
    );
    expect(errors[0]).toMatch(/no UDP port for video can be opened.*VIDEO_PORTS/);
    const { watch } = await open({ ports: { from: FROM, to: FROM + 1 } });
    const next = await watch();
    await next.first;
    expect(next.viewer.remotePort()).toBe(FROM + 1);
  });

  it("ends with the server", async () => {
    const media = fork(fileURLToPath(new URL("./media/main.ts", import.meta.url)), [], { stdio: "ignore" });
    await once(media, "spawn");
    const exited = once(media, "exit");
    media.disconnect();
    expect(await exited).toEqual([0, null]);
  });
});

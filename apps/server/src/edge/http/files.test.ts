/** Files from memory: what many readers cost, and that each of them gets what the disk holds. */
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shareFiles } from "./files.ts";
import type { FileOptions } from "./files.ts";
import { installErrors } from "./errors.ts";
import { staticFiles } from "./static.ts";

let folder: string;
let app: FastifyInstance;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-files-"));
  for (const name of ["app/assets", "pictures/machines", "pictures/brands", "pictures/symbols"])
    await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, "app/index.html"), "<!doctype html>");
  await writeFile(join(folder, "app/a.js"), "0123456789");
  await writeFile(join(folder, "app/a.js.gz"), gzipSync("0123456789"));
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});
async function open(options?: FileOptions): Promise<void> {
  app = fastify({ forceCloseConnections: true });
  installErrors(app);
  shareFiles(app, options);
  await app.register(
    staticFiles({ app: join(folder, "app"), pictures: join(folder, "pictures"), language: () => "tr" }),
  );
}

describe("a file", () => {
  it("is sent whole, in part, compressed, and not at all if the client has it", async () => {
    await open();
    const whole = await app.inject("/a.js");
    expect([whole.statusCode, whole.body, whole.headers["content-length"]]).toEqual([200, "0123456789", "10"]);
    expect((await app.inject("/a.js")).body).toBe("0123456789");
    const part = await app.inject({ url: "/a.js", headers: { range: "bytes=2-4" } });
    expect([part.statusCode, part.body, part.headers["content-range"]]).toEqual([206, "234", "bytes 2-4/10"]);
    const packed = await app.inject({ url: "/a.js", headers: { "accept-encoding": "gzip" } });
    expect([packed.headers["content-encoding"], packed.rawPayload]).toEqual(["gzip", gzipSync("0123456789")]);
    const known = await app.inject({ url: "/a.js", headers: { "if-none-match": String(whole.headers.etag) } });
    expect([known.statusCode, known.body]).toEqual([304, ""]);
    const head = await app.inject({ method: "HEAD", url: "/a.js" });
    expect([head.statusCode, head.headers["content-length"], head.body]).toEqual([200, "10", ""]);
  });

  it("is read again after a change", async () => {
    await open();
    expect((await app.inject("/a.js")).body).toBe("0123456789");
    await writeFile(join(folder, "app/a.js"), "abc");
    await utimes(join(folder, "app/a.js"), new Date(), new Date(Date.now() + 5_000));
    expect((await app.inject("/a.js")).body).toBe("abc");
  });

  it("that is too large to be kept is streamed, to so many readers at once", async () => {
    const large = Buffer.alloc(32 * 1024 * 1024, "x");
    await writeFile(join(folder, "pictures/machines/large.png"), large);
    await open({ maxFileBytes: 1024, maxStreams: 2 });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const slow: Socket[] = [];
    for (let n = 0; n < 2; n += 1) {
      const socket = connect({ host: "127.0.0.1", port });
      socket.write("GET /machines/large.png HTTP/1.1\r\nHost: h\r\n\r\n");
      // It has come, and is not read.
      await once(socket, "readable");
      slow.push(socket);
    }
    const status = async () => (await app.inject("/machines/large.png")).statusCode;
    await expect.poll(status).toBe(503);
    expect((await app.inject("/a.js")).statusCode).toBe(200);
    slow.forEach((socket) => socket.destroy());
    await expect.poll(status).toBe(200);
    expect((await app.inject("/machines/large.png")).rawPayload.equals(large)).toBe(true);
  });

  it("is not kept where there is no room for it", async () => {
    await open({ maxKeptBytes: 12, maxStreams: 0 });
    expect((await app.inject("/a.js")).statusCode).toBe(200);
    expect((await app.inject("/index.html")).statusCode).toBe(503);
  });
});

it("a picture is sent in the width that is asked for, if there is one, and may be kept", async () => {
  const machines = join(folder, "pictures/machines");
  await writeFile(join(machines, "a.png"), "whole");
  await writeFile(join(machines, "a.png.240.webp"), "small");
  await open();
  const read = async (url: string) => {
    const { statusCode, body, headers } = await app.inject(url);
    return [statusCode, body, headers["content-type"], headers["cache-control"]];
  };
  const kept = "public, max-age=604800, stale-while-revalidate=2592000";
  expect(await read("/machines/a.png?w=240")).toEqual([200, "small", "image/webp", kept]);
  for (const url of ["/machines/a.png", "/machines/a.png?w=480", "/machines/a.png?w=1", "/machines/a.png?w=240&w=240"])
    expect(await read(url), url).toEqual([200, "whole", "image/png", kept]);
  for (const url of ["/machines/b.png?w=240", "/machines/..%2Fmachines%2Fa.png", "/machines/%2e%2e%2fa.png?w=240"])
    expect((await read(url))[0], url).toBe(404);
});

it.skipIf(process.platform !== "linux")("slow readers hold no descriptor of a file", async () => {
  const name = join(folder, "app/large.js");
  await writeFile(name, Buffer.alloc(1024 * 1024, "x"));
  await open();
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const descriptors = async () => (await readdir("/proc/self/fd")).length;
  const before = await descriptors();
  const slow = Array.from({ length: 20 }, () => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.pause();
    socket.write("GET /large.js HTTP/1.1\r\nHost: h\r\n\r\n");
    return socket;
  });
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, n) => resolve(n)))).toBe(20);
  // Two for each connection, since both of its ends are here.
  await expect.poll(descriptors).toBeLessThan(before + 20 * 2 + 10);
  slow.forEach((socket) => socket.destroy());
});

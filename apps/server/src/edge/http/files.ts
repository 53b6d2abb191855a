/**
 * Files from memory: all readers of a file share one copy of it and need no descriptor, however slowly they read. Files that
 * are too large for the cache are streamed, to a limited number of readers at once.
 */
import { ReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { FastifyInstance } from "fastify";

const MAX_FILE_BYTES = 1024 * 1024;
/** The built app has 5 MB; the rest is for pictures of machines. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
const MAX_STREAMS = 64;

export interface FileOptions {
  maxFileBytes?: number;
  maxKeptBytes?: number;
  maxStreams?: number;
}

interface Kept {
  version: string;
  content: Promise<Buffer>;
  bytes: number;
}

function closed(stream: ReadStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) return resolve();
    stream
      .on("error", () => {})
      .once("close", resolve)
      .destroy();
  });
}

/**
 * Takes over the streams that @fastify/static opens.
 * @throws AppError ServiceUnavailable where too many files are being streamed
 */
export function shareFiles(app: FastifyInstance, options: FileOptions = {}): void {
  const { maxFileBytes = MAX_FILE_BYTES, maxKeptBytes = MAX_KEPT_BYTES, maxStreams = MAX_STREAMS } = options;
  const kept = new Map<string, Kept>();
  let keptBytes = 0;
  let streams = 0;

  function forget(path: string): void {
    keptBytes -= kept.get(path)?.bytes ?? 0;
    kept.delete(path);
  }
  /** Null if the cache has no room for it. @param version changes with the content @param bytes of the whole file */
  function contentOf(path: string, version: string, bytes: number): Promise<Buffer> | null {
    const found = kept.get(path);
    if (found?.version === version) return found.content;
    forget(path);
    if (bytes > maxFileBytes || keptBytes + bytes > maxKeptBytes) return null;
    const content = readFile(path);
    kept.set(path, { version, content, bytes });
    keptBytes += bytes;
    content.catch(() => {
      if (kept.get(path)?.content === content) forget(path);
    });
    return content;
  }

  app.addHook("onSend", async (_request, reply, payload) => {
    if (!(payload instanceof ReadStream)) return payload;
    const path = payload.path.toString();
    const { start = 0, end = Infinity } = payload as unknown as { start?: number; end?: number };
    // The tag of @fastify/static: size and time of change, in hexadecimal.
    const version = String(reply.getHeader("etag"));
    const bytes = Number.parseInt(/^W\/"([\da-f]+)-/.exec(version)?.[1] ?? "", 16);
    const content = contentOf(path, version, Number.isNaN(bytes) ? Infinity : bytes);
    if (content) {
      // Before the next file is opened, so that no more files are open than are being answered.
      await closed(payload);
      return (await content).subarray(start, end + 1);
    }
    if (streams >= maxStreams) {
      await closed(payload);
      throw new AppError(ErrorCode.ServiceUnavailable);
    }
    streams += 1;
    payload.once("close", () => (streams -= 1));
    return payload;
  });
}

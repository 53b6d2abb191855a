/** Reads a backup: first all of it, to see that it is whole, then its content. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import { createZstdDecompress } from "node:zlib";
import { InputError } from "../input.ts";
import type { Filling } from "../storage/index.ts";
import { ContentReader } from "./content.ts";
import {
  ANY_FIRST_LINE,
  BadContent,
  isStaffKey,
  FIRST_LINE,
  Header,
  LAST_LINE,
  LAST_LINE_BYTES,
  MAX_HEADER_BYTES,
} from "./format.ts";
import type { Entry } from "./format.ts";

export interface Backup {
  /** The path. */
  file: string;
  header: Header;
  sha256: string;
  /** Fills a database with its content. Resolves with the staff's key, if it has one. @throws if rows are missing */
  fill(into: Filling): Promise<{ staffKey: Buffer | null; rows: number }>;
  close: () => Promise<void>;
}

async function readAt(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}
const damaged = (file: string, why: string) => new InputError(`${file} is damaged or not whole: ${why}.`);

/** @throws InputError */
async function readHeader(handle: FileHandle, file: string): Promise<{ header: Header; length: number }> {
  const start = await readAt(handle, 0, MAX_HEADER_BYTES);
  const [, version] = ANY_FIRST_LINE.exec(start.toString("latin1", 0, 40)) ?? [];
  if (version === undefined) throw new InputError(`${file} is no backup of a house.`);
  if (!start.subarray(0, FIRST_LINE.length).equals(Buffer.from(FIRST_LINE)))
    throw new InputError(`${file} has format ${version}, which this program does not know: use a newer version.`);
  const end = start.indexOf("\n", FIRST_LINE.length);
  if (end < 0) throw damaged(file, "its second line has no end");
  try {
    return { header: Header.parse(JSON.parse(start.toString("utf8", FIRST_LINE.length, end))), length: end + 1 };
  } catch {
    throw damaged(file, "its second line does not say what it is of");
  }
}

/** Compares the SHA-256 of the whole file with its last line. @throws InputError */
async function verify(handle: FileHandle, file: string): Promise<{ sha256: string; end: number }> {
  const { size } = await handle.stat();
  const end = size - LAST_LINE_BYTES;
  if (end <= 0) throw damaged(file, "its last line, with the SHA-256 of all before it, is missing");
  const hash = createHash("sha256");
  for await (const chunk of handle.createReadStream({ start: 0, end: end - 1, autoClose: false }))
    hash.update(chunk as Buffer);
  const sha256 = hash.digest("hex");
  const [, expected] = LAST_LINE.exec((await readAt(handle, end, LAST_LINE_BYTES)).toString("latin1")) ?? [];
  if (expected === undefined) throw damaged(file, "its last line, with the SHA-256 of all before it, is missing");
  if (expected !== sha256) throw damaged(file, "its SHA-256 is not the one of its last line");
  return { sha256, end };
}

function assertSameRows(expected: Record<string, number>, counted: ReadonlyMap<string, number>): void {
  for (const [table, count] of Object.entries(expected))
    if (counted.get(table) !== count)
      throw new BadContent(`${table} has ${counted.get(table) ?? "no"} rows, and the backup says ${count}`);
  if (Object.keys(expected).length !== counted.size)
    throw new BadContent("it does not say how many rows each of its tables has");
}

/** Each table once, with columns that it has. */
function assertTable(
  into: Filling,
  { table, columns }: { table: string; columns: string[] },
  done: Map<string, number>,
) {
  const known = into.tables.find(({ name }) => name === table);
  if (!known) throw new BadContent(`${table} is no table of a house`);
  if (done.has(table)) throw new BadContent(`${table} is in it twice`);
  const wrong = columns.find((name, index) => !known.columns.includes(name) || columns.indexOf(name) !== index);
  if (wrong !== undefined) throw new BadContent(`its ${table} has ${wrong}, which is no column or is there twice`);
}
/** All of the house, each once. Those of tables that were somebody else's may be there. */
function assertSequences(into: Filling, states: readonly { name: string }[]): void {
  for (const name of into.sequenceNames)
    if (states.filter((state) => state.name === name).length !== 1)
      throw new BadContent(`the sequence ${name} is not in it once`);
  const wrong = states.find(({ name }) => !/^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name));
  if (wrong) throw new BadContent(`${wrong.name} is no sequence of a house`);
}

async function fillFrom(reader: ContentReader, into: Filling): Promise<{ staffKey: Buffer | null; rows: number }> {
  const counted = new Map<string, number>();
  let staffKey: Buffer | null = null;
  let hasSequences = false;
  for (;;) {
    const entry: Entry = await reader.entry();
    if ("table" in entry) {
      assertTable(into, entry, counted);
      counted.set(entry.table, await into.rows({ name: entry.table, columns: entry.columns }, reader.rows()));
    } else if ("file" in entry) {
      const content = Buffer.from(entry.content, "base64");
      if (staffKey !== null || !isStaffKey(content)) throw new BadContent("its staff.key is no key, or there twice");
      staffKey = content;
    } else if ("sequences" in entry) {
      if (hasSequences) throw new BadContent("its sequences are there twice");
      assertSequences(into, entry.sequences);
      await into.sequences(entry.sequences);
      hasSequences = true;
    } else {
      const missing = into.tables.find(({ name, isOfHouse }) => isOfHouse && !counted.has(name));
      if (missing) throw new BadContent(`the table ${missing.name} is missing`);
      if (!hasSequences) throw new BadContent("its sequences are missing");
      await reader.end();
      assertSameRows(entry.rows, counted);
      return { staffKey, rows: [...counted.values()].reduce((sum, count) => sum + count, 0) };
    }
  }
}

/** Opens a file and reads all of it once. @throws InputError if it is no whole backup */
export async function openBackup(name: string): Promise<Backup> {
  const file = resolve(name);
  const handle = await open(file, "r").catch((error: Error) => {
    throw new InputError(`${file} can't be read: ${error.message}.`);
  });
  try {
    if (!(await handle.stat()).isFile()) throw new InputError(`${file} is no backup of a house.`);
    const { header, length } = await readHeader(handle, file);
    const { sha256, end } = await verify(handle, file);
    return {
      file,
      header,
      sha256,
      async fill(into) {
        const compressed = handle.createReadStream({ start: length, end: end - 1, autoClose: false });
        const content = createZstdDecompress();
        compressed.on("error", (error) => content.destroy(error));
        // Who reads it gets the error; after another one, nobody does.
        content.on("error", () => {});
        try {
          return await fillFrom(new ContentReader(compressed.pipe(content)), into);
        } catch (error) {
          throw error instanceof BadContent ? damaged(file, error.message) : error;
        } finally {
          compressed.destroy();
          content.destroy();
        }
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

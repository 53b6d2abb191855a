/** Writes a backup while the house runs. Under its name there is either a whole file or none. */
import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { errorCode } from "../errorCode.ts";
import { InputError } from "../input.ts";
import type { Snapshot } from "../storage/index.ts";
import { END_OF_ROWS, FIRST_LINE, Header, lastLine } from "./format.ts";
import type { Entry } from "./format.ts";

/** Small pieces of rows are put together to this size. */
const PIECE_BYTES = 64 * 1024;
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

export interface BackupDone {
  at: Date;
  bytes: number;
  sha256: string;
  tables: number;
  rows: number;
  /** See `Snapshot`. */
  foreign: string[];
}
export interface BackupParts {
  snapshot: Snapshot;
  program: string;
  timeZone: string;
  /** Content of staff.key; null: it is left out. */
  staffKey: Buffer | null;
}

const line = (entry: Entry): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`);

async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** @param counted gets the number of rows of each table */
async function* contentOf({ snapshot, staffKey }: BackupParts, counted: Map<string, number>): AsyncGenerator<Buffer> {
  for (const table of snapshot.tables) {
    yield line({ table: table.name, columns: table.columns });
    const { chunks, count } = snapshot.rows(table);
    yield* inPieces(chunks);
    yield Buffer.from(END_OF_ROWS);
    counted.set(table.name, count());
  }
  if (staffKey) yield line({ file: "staff.key", content: staffKey.toString("base64") });
  yield line({ sequences: await snapshot.sequences() });
  yield line({ rows: Object.fromEntries(counted) });
}

/** Writes everything to `target`. @param end whether `target` is ended then */
async function writeTo(
  target: NodeJS.WritableStream,
  parts: BackupParts,
  { end, signal }: { end: boolean; signal: AbortSignal },
): Promise<BackupDone> {
  const { snapshot, program, timeZone } = parts;
  const { at, postgres, migrations, functions, months, tables } = snapshot;
  const header = Header.parse({
    program,
    at: at.toISOString(),
    postgres,
    timeZone,
    migrations,
    functions,
    staffKey: parts.staffKey !== null,
    months,
  });
  const hash = createHash("sha256");
  const counted = new Map<string, number>();
  let bytes = 0;
  const take = (piece: Buffer): Buffer => {
    hash.update(piece);
    bytes += piece.length;
    return piece;
  };
  let sha256 = "";
  async function* framed(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield take(Buffer.from(`${FIRST_LINE}${JSON.stringify(header)}\n`));
    for await (const piece of compressed) yield take(piece);
    sha256 = hash.digest("hex");
    const last = Buffer.from(lastLine(sha256));
    bytes += last.length;
    yield last;
  }
  const content = Readable.from(contentOf(parts, counted), { objectMode: false });
  await pipeline(content, createZstdCompress(COMPRESSION), framed, target, { end, signal });
  const rows = [...counted.values()].reduce((sum, count) => sum + count, 0);
  return { at, bytes, sha256, tables: tables.length, rows, foreign: snapshot.foreign };
}

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    },
  );
const existsAlready = (file: string) => new InputError(`${file} exists already, and no backup is overwritten.`);

/** One sentence for what the disk says. */
function explained(error: unknown, file: string): unknown {
  const folder = dirname(file);
  switch (errorCode(error)) {
    case "ENOSPC":
    case "EDQUOT":
      return new Error(`No backup was written: the disk of ${folder} is full.`, { cause: error });
    case "ENOENT":
    case "ENOTDIR":
      return new InputError(`No backup was written: there is no folder ${folder}.`);
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new InputError(`No backup was written: this user may not write into ${folder}.`);
    default:
      return error;
  }
}

/** Gives a file its name, unless another one has it. */
async function giveName(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
    await rm(part);
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw existsAlready(file);
    // Some file systems have no links.
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EOPNOTSUPP", "EMLINK"].includes(errorCode(error))) throw error;
    if (await isThere(file)) throw existsAlready(file);
    await rename(part, file);
  }
  const folder = await open(dirname(file), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** @throws InputError if there can't be such a file; nothing is written */
export async function assertNew(name: string): Promise<string> {
  const file = resolve(name);
  try {
    if (await isThere(file)) throw existsAlready(file);
    const folder = await stat(dirname(file));
    if (!folder.isDirectory()) throw new InputError(`No backup was written: ${dirname(file)} is no folder.`);
  } catch (error) {
    throw explained(error, file);
  }
  return file;
}

/** Writes a new file, that only its owner can read. @throws InputError, or Error with one sentence; then there is no file */
export async function writeBackup(file: string, parts: BackupParts, signal: AbortSignal): Promise<BackupDone> {
  const part = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString("hex")}.part`);
  try {
    // `flush`: the content is on the disk before the file gets its name.
    const target = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
    const done = await writeTo(target, parts, { end: true, signal });
    await giveName(part, file);
    return done;
  } catch (error) {
    await rm(part, { force: true });
    throw signal.aborted ? signal.reason : explained(error, file);
  }
}

/** Writes to the standard output. */
export const printBackup = (parts: BackupParts, signal: AbortSignal): Promise<BackupDone> =>
  writeTo(process.stdout, parts, { end: false, signal });

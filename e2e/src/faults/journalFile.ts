/**
 * What a cabinet keeps on its own disk: a journal file per machine, from which its memory is read at a start, and one
 * audit file for all of them. A line is durable (fsync) before the write of the memory that it belongs to is done.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync, readFileSync } from "node:fs";
import { type FileHandle, open, rename, truncate } from "node:fs/promises";
import { join } from "node:path";
import { SerialQueue } from "@reelcast/contract/serialQueue";
import { MachineFenced, type MemoryStore } from "@reelcast/machine";
import { type AuditRow, type AuditedState, auditOf } from "./audit.ts";

interface JournalLine {
  revision: number;
  epoch: number;
  state: AuditedState;
  /** Repeated in the audit file, which a crash may have missed. */
  audit: AuditRow[];
}
/** The command under which a memory is written. */
export interface CommandContext {
  epoch: number;
  number: number;
}

const REWRITE_ABOVE_BYTES = 4 * 2 ** 20;

/** The complete lines of a file, and how many bytes they are: a crash may leave half a line at the end. */
function completeLines(file: string): { lines: string[]; bytes: number } {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const end = text.lastIndexOf("\n") + 1;
  return { lines: text.slice(0, end).split("\n").filter(Boolean), bytes: Buffer.byteLength(text.slice(0, end)) };
}

/** Drops what is behind the complete lines. */
async function openForAppending(file: string, bytes: number): Promise<FileHandle> {
  if (existsSync(file)) await truncate(file, bytes);
  return open(file, "a");
}

export function readAudit(file: string): AuditRow[] {
  return completeLines(file).lines.map((line) => JSON.parse(line) as AuditRow);
}

export interface CabinetDisk {
  readonly auditFile: string;
  /** Set around a command, so that what it moves is written down under its epoch and number. */
  readonly context: AsyncLocalStorage<CommandContext>;
  /** The memory of a machine, and the highest epoch that it holds (0: none). */
  memoryOf(machine: number): Promise<{ memory: MemoryStore; epoch: number }>;
  /** Resolves once the rows are durable. */
  append(rows: readonly AuditRow[]): Promise<void>;
  close(): Promise<void>;
}

/** Empty for rows that belong to no write of a machine's memory. */
const nameOf = (row: AuditRow) => ("revision" in row ? `${row.machine}:${row.revision}:${row.type}` : "");

/** One row a line; several writers append in turn. */
class AuditFile {
  readonly #handle: FileHandle;
  readonly #queue = new SerialQueue();
  /** Rows that the file had when it was opened. */
  readonly #known: ReadonlySet<string>;

  private constructor(handle: FileHandle, known: ReadonlySet<string>) {
    this.#handle = handle;
    this.#known = known;
  }
  static async open(file: string): Promise<AuditFile> {
    const { lines, bytes } = completeLines(file);
    const known = new Set(lines.map((line) => nameOf(JSON.parse(line) as AuditRow)));
    return new AuditFile(await openForAppending(file, bytes), known);
  }

  hadAtStart(row: AuditRow): boolean {
    return this.#known.has(nameOf(row));
  }
  /** Resolves once the rows are durable. */
  append(rows: readonly AuditRow[]): Promise<void> {
    if (rows.length === 0) return Promise.resolve();
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    return this.#queue.enqueue(async () => {
      await this.#handle.appendFile(text);
      await this.#handle.datasync();
    });
  }
  async close(): Promise<void> {
    await this.#queue.drained();
    await this.#handle.close();
  }
}
/** A file of lines of which only the last one counts: above a size it is written again with that line alone. */
class JournalFile {
  readonly #file: string;
  #handle: FileHandle;
  #size: number;

  private constructor(file: string, handle: FileHandle, size: number) {
    this.#file = file;
    this.#handle = handle;
    this.#size = size;
  }
  /** @returns also the last line that the file had; null for an empty file */
  static async open(file: string): Promise<{ journal: JournalFile; last: JournalLine | null }> {
    const { lines, bytes } = completeLines(file);
    const newest = lines.at(-1);
    const last = newest === undefined ? null : (JSON.parse(newest) as JournalLine);
    return { journal: new JournalFile(file, await openForAppending(file, bytes), bytes), last };
  }

  /** Resolves once the line is durable. */
  async append(line: JournalLine): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    if (this.#size > REWRITE_ABOVE_BYTES) return this.#rewrite(text);
    await this.#handle.appendFile(text);
    await this.#handle.datasync();
    this.#size += Buffer.byteLength(text);
  }
  close(): Promise<void> {
    return this.#handle.close();
  }

  async #rewrite(text: string): Promise<void> {
    const draft = await open(`${this.#file}.new`, "w");
    await draft.appendFile(text);
    await draft.datasync();
    await draft.close();
    await rename(`${this.#file}.new`, this.#file);
    await this.#handle.close();
    this.#handle = await open(this.#file, "a");
    this.#size = Buffer.byteLength(text);
  }
}

export async function openDisk(folder: string): Promise<CabinetDisk> {
  const auditFile = join(folder, "audit.jsonl");
  const context = new AsyncLocalStorage<CommandContext>();
  const audit = await AuditFile.open(auditFile);
  const journals: JournalFile[] = [];

  async function memoryOf(machine: number): Promise<{ memory: MemoryStore; epoch: number }> {
    const opened = await JournalFile.open(join(folder, `machine-${machine}.jsonl`));
    const { journal } = opened;
    let { last } = opened;
    journals.push(journal);
    await audit.append(last?.audit.filter((row) => !audit.hadAtStart(row)) ?? []);

    const memory: MemoryStore = {
      async load() {
        return last?.state ?? null;
      },
      async save(state, { revision, epoch }) {
        if (last && epoch < last.epoch) throw new MachineFenced(`epoch ${epoch} is below ${last.epoch}`);
        if (last && revision <= last.revision) throw new Error(`revision ${revision} is not above ${last.revision}`);
        const { epoch: commandEpoch = epoch, number = 0 } = context.getStore() ?? {};
        const after = state as AuditedState;
        const rows = auditOf(machine, last?.state ?? null, after, { revision, epoch: commandEpoch, number });
        const next: JournalLine = { revision, epoch, state: structuredClone(after), audit: rows };
        await journal.append(next);
        last = next;
        await audit.append(rows);
      },
    };
    return { memory, epoch: last?.epoch ?? 0 };
  }

  return {
    auditFile,
    context,
    memoryOf,
    append: (rows) => audit.append(rows),
    async close() {
      await audit.close();
      await Promise.all(journals.map((journal) => journal.close()));
    },
  };
}

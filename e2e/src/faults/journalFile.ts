/**
 * What a cabinet keeps on its own disk: a journal file per machine, from which its memory is read at a start, and one
 * audit file for all of them. A line is durable (fsync) before the write of the memory that it belongs to is done.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync, readFileSync } from "node:fs";
import { type FileHandle, open, rename, truncate } from "node:fs/promises";
import { join } from "node:path";
import { SerialQueue } from "@reelcast/contract/serialQueue";
import { MachineFenced, type MachineMemory } from "@reelcast/machine";
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

async function appender(file: string, bytes: number): Promise<FileHandle> {
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
  memoryOf(machine: number): Promise<{ memory: MachineMemory; epoch: number }>;
  /** Resolves once the rows are durable. */
  append(rows: readonly AuditRow[]): Promise<void>;
  close(): Promise<void>;
}

export async function openDisk(folder: string): Promise<CabinetDisk> {
  const auditFile = join(folder, "audit.jsonl");
  const context = new AsyncLocalStorage<CommandContext>();
  const { lines, bytes } = completeLines(auditFile);
  const audited = new Set<string>();
  const nameOf = (row: AuditRow) => ("revision" in row ? `${row.machine}:${row.revision}:${row.type}` : "");
  for (const line of lines) audited.add(nameOf(JSON.parse(line) as AuditRow));
  const audit = await appender(auditFile, bytes);
  const handles: FileHandle[] = [audit];
  const queue = new SerialQueue();

  function append(rows: readonly AuditRow[]): Promise<void> {
    if (rows.length === 0) return Promise.resolve();
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    return queue.enqueue(async () => {
      await audit.appendFile(text);
      await audit.datasync();
    });
  }

  async function memoryOf(machine: number): Promise<{ memory: MachineMemory; epoch: number }> {
    const file = join(folder, `machine-${machine}.jsonl`);
    const found = completeLines(file);
    let size = found.bytes;
    let handle = await appender(file, found.bytes);
    handles.push(handle);
    const newest = found.lines.at(-1);
    let last: JournalLine | null = newest === undefined ? null : (JSON.parse(newest) as JournalLine);
    await append(last?.audit.filter((row) => !audited.has(nameOf(row))) ?? []);

    async function rewrite(text: string): Promise<void> {
      const draft = await open(`${file}.new`, "w");
      await draft.appendFile(text);
      await draft.datasync();
      await draft.close();
      await rename(`${file}.new`, file);
      handles.splice(handles.indexOf(handle), 1);
      await handle.close();
      handle = await open(file, "a");
      handles.push(handle);
      size = Buffer.byteLength(text);
    }
    const memory: MachineMemory = {
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
        const text = `${JSON.stringify(next)}\n`;
        if (size > REWRITE_ABOVE_BYTES) await rewrite(text);
        else {
          await handle.appendFile(text);
          await handle.datasync();
          size += Buffer.byteLength(text);
        }
        last = next;
        await append(rows);
      },
    };
    return { memory, epoch: last?.epoch ?? 0 };
  }

  return {
    auditFile,
    context,
    memoryOf,
    append,
    async close() {
      await queue.drained();
      await Promise.all(handles.map((handle) => handle.close()));
    },
  };
}

/** `house backup` and `house restore`. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import process from "node:process";
import type { Command } from "commander";
import type { Logger } from "pino";
import type { Actor } from "../acts/index.ts";
import { createApp } from "../app.ts";
import { HOUSE_BACKUP, verifyAudit } from "../audit/index.ts";
import { assertNew, isStaffKey, openBackup, printBackup, writeBackup } from "../backup/index.ts";
import type { Backup, BackupDone } from "../backup/index.ts";
import { staffKeyFile } from "../config.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../domain.ts";
import { InputError } from "../input.ts";
import { restoreHouse } from "../start/restore.ts";
import { OwnerNeeded, withSnapshot } from "../storage/index.ts";
import { defineAlone, defineSteps } from "./command.ts";
import { commandConfig, sayHouse } from "./commandContext.ts";
import type { Parts, WithContext } from "./commandContext.ts";
import { withoutControlCharactersPerLine } from "./money.ts";

const STDOUT = "-";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

interface BackupOptions {
  /** Undefined: as it is usual for the place. */
  key?: boolean;
}

/** Null: it is not here. @throws InputError if it can't be read, or is none: no restore would take it */
async function readStaffKey(file: string): Promise<Buffer | null> {
  const key = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new InputError(`The key of the staff's secrets, ${file}, can't be read: ${error.message}.`);
  });
  if (key !== null && !isStaffKey(key)) throw new InputError(`${file} is no key of the staff's secrets.`);
  return key;
}

/** Ends the work in order when the process is to end. */
async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort(new InputError("The backup was interrupted: nothing was written."));
  for (const name of SIGNALS) process.once(name, end);
  try {
    return await work(ending.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, end);
  }
}

async function restoreFrom(
  backup: Backup,
  house: Parameters<typeof restoreHouse>[0],
  act: Parameters<typeof restoreHouse>[2],
) {
  try {
    return await restoreHouse(house, backup, act);
  } finally {
    await backup.close();
  }
}

interface Written extends BackupDone {
  withKey: boolean;
}
async function write({ storage, config }: Parts, file: string, { key }: BackupOptions): Promise<Written> {
  const staffKey = (key ?? file !== STDOUT) ? await readStaffKey(staffKeyFile(config)) : null;
  const made = untilSignal((signal) =>
    withSnapshot(storage.ownerUrl, (snapshot) => {
      const parts = { snapshot, program: VERSION, timeZone: config.timeZone, staffKey };
      return file === STDOUT ? printBackup(parts, signal) : writeBackup(file, parts, signal);
    }),
  );
  const done = await made.catch((error: unknown) => {
    throw error instanceof OwnerNeeded ? new InputError(error.message) : error;
  });
  return { ...done, withKey: staffKey !== null };
}

function describe({ at, bytes, sha256, tables, rows, foreign, withKey }: Written, file: string): string {
  return [
    `${file}: the house of ${at.toISOString()}, ${rows} rows of ${tables} tables, ${bytes} bytes, SHA-256 ${sha256}.`,
    withKey
      ? "It has the key of the staff's secrets: keep it where only you can read it."
      : `The key of the staff's secrets is not in it${file === STDOUT ? ": --key includes it" : ""}.`,
    ...(foreign.length > 0 ? [`Not in it, as they are not the house's: the tables ${foreign.join(", ")}.`] : []),
  ].join("\n");
}

/** Reads everything in the restored house again. Sets the exit code where something is wrong. */
async function check(config: Config, log: Logger): Promise<string[]> {
  const app = await createApp(config, { role: "cli", log });
  try {
    const { wallet, storage } = app.domain;
    const report = await wallet.check({ full: true, checkpoint: false });
    const audit = await verifyAudit(storage.db);
    const broken = [...report.broken, ...(audit.broken === null ? [] : [`audit log: ${audit.broken}`])];
    if (broken.length > 0) process.exitCode = 1;
    return [
      ...broken.map((what) => `BROKEN: ${what}.`),
      ...(report.broken.length === 0 ? [`Every invariant holds: ${report.postings} postings were read.`] : []),
      ...report.attention.map((what) => `To be looked at: ${what}.`),
      ...(audit.broken === null
        ? [`The audit log is whole: ${audit.rows} rows. Head: ${audit.head.seq}:${audit.head.hash}`]
        : []),
    ];
  } finally {
    await app.close();
  }
}

function ofOther({ header }: Backup, { timeZone }: Config): string[] {
  if (header.timeZone === timeZone) return [];
  return [`The house had HOUSE_TIME_ZONE ${header.timeZone}, and here it is ${timeZone}.`];
}

export function backupCommands(program: Command, withContext: WithContext): void {
  defineSteps(
    program
      .command("backup")
      .description("write everything that the house keeps into one file, also while it runs")
      .argument("<file>", "a new file; - for the standard output")
      .option("--key", "include the key of the staff's secrets, staff.key, in the standard output, too")
      .option("--no-key", "leave out the key of the staff's secrets, staff.key"),
    { name: HOUSE_BACKUP, why: "optional" },
    withContext,
    {
      plan: async (_parts, _actor, file: string) => ({
        target: file === STDOUT ? "standard output" : await assertNew(file),
        before: null,
        requested: {},
      }),
      carryOut: async (parts, _actor, file: string, options: BackupOptions) => {
        const done = await write(parts, file, options);
        const { at, bytes, sha256, rows } = done;
        const said = describe(done, file);
        if (file === STDOUT) console.error(withoutControlCharactersPerLine(said));
        return { after: { at, bytes, sha256, rows }, result: file === STDOUT ? "" : said };
      },
    },
  );
  defineAlone(
    program
      .command("restore")
      .description("make a house of a backup, in a new DATA_DIR or an empty database; then check all of it")
      .argument("<file>", "of house backup"),
    { name: "house.restore", why: "optional" },
    async (actor: Actor, file: string) => {
      const { config, log } = commandConfig();
      const backup = await openBackup(file);
      const act = { ...actor, act: "house.restore", target: basename(backup.file), before: null };
      const restored = await restoreFrom(
        backup,
        { config, log, onBegin: (house) => sayHouse(`New house in ${house}`) },
        act,
      );
      console.log(
        withoutControlCharactersPerLine(
          [
            `Restored the house of ${backup.header.at} into ${restored.place}: ${restored.rows} rows.`,
            restored.staffKey === null
              ? "The backup has no key of the staff's secrets: put staff.key back before the start, if there was one."
              : `The key of the staff's secrets is ${restored.staffKey}.`,
            ...ofOther(backup, config),
            ...(await check(config, log)),
          ].join("\n"),
        ),
      );
    },
  );
}

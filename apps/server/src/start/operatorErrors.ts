/**
 * Errors of files, folders and addresses that the operator can correct, as one sentence. What is particular to a file is said where
 * that is read: the owner of the folder (folderOwner.ts), a restore (restore.ts, restoring.ts).
 */
import { statSync } from "node:fs";
import { dirname, relative } from "node:path";
import process from "node:process";
import { ConfigError, NATS_FILES } from "../config.ts";
import type { Config } from "../config.ts";
import { errorCode } from "../errorCode.ts";

type SystemError = Error & { code: string; path?: string; syscall?: string; address?: string; port?: number };
const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "code" in error && typeof error.code === "string";

/** "user 1000", as the system sees this process. */
const self = () => (process.getuid ? `user ${process.getuid()}` : "this user");

// ——— files and folders ———

/** The variables that name files and folders, with what they name. */
function places({ dataDir, console, backupMetricsDir, nats }: Config): [variable: string, path: string][] {
  const files = NATS_FILES.map(({ variable, of }) => [variable, nats?.[of]] as const);
  const all: (readonly [string, string | null | undefined])[] = [
    ["STAFF_KEY_FILE", console.keyFile],
    ["BACKUP_METRICS_DIR", backupMetricsDir],
    ...files,
    ["DATA_DIR", dataDir],
  ];
  return all.flatMap(([variable, path]) => (path ? [[variable, path]] : []));
}

const isWithin = (path: string, folder: string) => path === folder || !/^(\.\.(\/|$)|\/)/.test(relative(folder, path));

/** The part of the path that is there and is no folder. */
function fileIn(path: string): string {
  const isFile = (part: string) => {
    try {
      return statSync(part, { throwIfNoEntry: false })?.isDirectory() === false;
    } catch {
      return false;
    }
  };
  let part = path;
  while (!isFile(part) && part !== dirname(part)) part = dirname(part);
  return isFile(part) ? part : path;
}

const FILE_PROBLEMS: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `${self()} may not read or write ${path}`,
  EPERM: (path) => `${self()} may not change ${path}`,
  EROFS: (path) => `${path} is on a file system that is mounted read-only`,
  ENOTDIR: (path) => `${path} is not a folder`,
  EEXIST: (path) => `${path} is not a folder`,
  EBUSY: (path) => `${path} is in use, by a mount or by another program`,
  EXDEV: (path) => `${path} can't be moved to another file system`,
  EISDIR: (path) => `${path} is a folder, and must be a file`,
  ENOENT: () => "there is no such file",
  ELOOP: () => "it is a link that leads to itself, or a link in the place of a file of the house",
  ENAMETOOLONG: () => "the path, or a name in it, is too long",
};

/** What is wrong with a file or a folder, as a sentence that begins with its variable; null for another code. */
export function fileSentence({ code, path }: { code: string; path: string }, config: Config): string | null {
  const problem = FILE_PROBLEMS[code];
  if (!problem) return null;
  const wrong = code === "ENOTDIR" ? fileIn(path) : path;
  // A folder that is missing is made in the one above it: then that one is meant.
  const place = places(config).find(([, named]) => isWithin(wrong, named) || isWithin(named, wrong));
  if (!place) return `${problem(wrong)}.`;
  const [variable, named] = place;
  return `${variable} ${named}: ${problem(wrong === named ? "it" : wrong)}.`;
}

function fileProblem({ code, path, syscall }: SystemError, config: Config): string | null {
  // That a file is missing may be a mistake of the program.
  if (path === undefined || code === "ENOENT") return null;
  const isMade = syscall === "mkdir" && code !== "EEXIST";
  return fileSentence({ code, path: isMade ? dirname(path) : path }, config);
}

// ——— addresses and ports ———

/** The variables of an address to listen on. */
export interface Listener {
  portVariable: "PORT" | "METRICS_PORT" | "CONSOLE_PORT" | "VIDEO_PORTS";
  hostVariable: "HOST" | "METRICS_HOST" | "CONSOLE_HOST" | "VIDEO_BIND_ADDRESS";
  host: string;
  port: number;
}

/** Why nobody can listen there, as a sentence; null where the operator can not correct that. */
export function listenProblem(error: unknown, { portVariable, hostVariable, host, port }: Listener): string | null {
  if (!isSystemError(error)) return null;
  switch (error.code) {
    case "EADDRINUSE":
      return `${portVariable} ${port} is in use: another program, or another house, listens on ${host}:${port}.`;
    case "EACCES":
    case "EPERM":
      return `${portVariable} ${port}: ${self()} may not listen on it; take a port from 1024 on, with a proxy before it.`;
    case "EADDRNOTAVAIL":
      return `${hostVariable} ${host}: this computer has no such address.`;
    case "EAFNOSUPPORT":
      return `${hostVariable} ${host}: this computer has no addresses of this kind.`;
    case "ENOTFOUND":
    case "EAI_FAIL":
    case "EINVAL":
      return `${hostVariable} ${host}: the name leads to no address.`;
    case "EAI_AGAIN":
      return `${hostVariable} ${host}: the name can't be looked up now.`;
    default:
      return null;
  }
}

/** Listens, or throws the sentence of the operator. @throws ConfigError, or Error for what may be different at the next start */
export async function listenAs<T>(listener: Listener, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const problem = listenProblem(error, listener);
    if (problem === null) throw error;
    // At boot the network may not be up yet.
    throw new (errorCode(error) === "EAI_AGAIN" ? Error : ConfigError)(problem, { cause: error });
  }
}

/** The error as a ConfigError, where it or one of its causes is one that the operator can correct; otherwise null. */
export function operatorErrorOf(error: unknown, config: Config | null): ConfigError | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ConfigError) return one;
    const problem = config !== null && isSystemError(one) ? fileProblem(one, config) : null;
    if (problem !== null) return new ConfigError(problem, { cause: error });
  }
  return null;
}

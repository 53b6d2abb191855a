/** Whether the process may open as many files as its limits of connections promise. */
import { readFile } from "node:fs/promises";
import type { Config } from "../config.ts";
import { CONSOLE_CONNECTIONS } from "./console.ts";

/** For the database, the bus, the media process, files that are served, and the program itself. */
const OWN_FILES = 300;

/** The soft limit of /proc/self/limits; null: none, or not known. */
export function readLimit(text: string): number | null {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(text)?.[1]);
  return Number.isSafeInteger(limit) ? limit : null;
}

/** A sentence where the limit is too low. */
export function openFilesWarning({ connections, console, roles }: Config, limit: number | null): string | null {
  if (limit === null || !roles.has("edge")) return null;
  const needed = connections.total + (console.place ? CONSOLE_CONNECTIONS.total : 0) + OWN_FILES;
  if (limit >= needed) return null;
  return `The limit of open files is ${limit}, and MAX_CONNECTIONS ${connections.total} needs ${needed}: raise it (LimitNOFILE=, ulimit -n), or lower MAX_CONNECTIONS.`;
}

/** Node has raised the soft limit to the hard one. On Linux alone. */
export async function readOpenFilesWarning(config: Config): Promise<string | null> {
  return openFilesWarning(config, readLimit(await readFile("/proc/self/limits", "utf8").catch(() => "")));
}

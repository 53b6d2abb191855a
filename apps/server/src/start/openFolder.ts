/** Whether other users of the computer may look into the data folder. It may be meant so: it is said, and not changed. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { EMBEDDED_SECRETS, staffKeyFile } from "../config.ts";
import type { Config } from "../config.ts";

/** What others may do, and that the group may write. A group that only reads was given that right by somebody. */
const FOR_OTHERS = 0o027;
const FOR_ANYBODY_ELSE = 0o077;

async function modeOf(path: string): Promise<number> {
  const { mode } = await stat(path).catch(() => ({ mode: 0 }));
  return mode & 0o777;
}

/** A sentence; null: nobody else may, or the system has no such modes (Windows). */
export async function readOpenFolderWarning(config: Config): Promise<string | null> {
  const { dataDir } = config;
  const mode = await modeOf(dataDir);
  if (!process.getuid || (mode & FOR_OTHERS) === 0) return null;
  const secrets = [...EMBEDDED_SECRETS.map((name) => join(dataDir, name)), staffKeyFile(config)];
  const modes = await Promise.all(secrets.map(modeOf));
  const open = secrets.filter((_, index) => ((modes[index] ?? 0) & FOR_ANYBODY_ELSE) !== 0);
  const files = open.length === 0 ? "" : ` and chmod 600 ${open.join(" ")}`;
  return `DATA_DIR ${dataDir} is open to other users of this computer (mode ${mode.toString(8)}): chmod 700 ${dataDir}${files}.`;
}

/** The console's port, for commands that print its address: it is not CONSOLE_PORT where that was in use and not set. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { dataPaths } from "../config.ts";
import type { Config } from "../config.ts";
import { READ, REPLACE } from "../unfollowed.ts";

/** Returns a function that takes it back. */
export async function rememberConsolePort({ dataDir }: Config, port: number): Promise<() => Promise<void>> {
  const file = dataPaths(dataDir).consolePort;
  await writeFile(file, `${port}\n`, { flag: REPLACE });
  return () => rm(file, { force: true });
}

/** Of the running server, or as it is configured; 0: this house has no console. */
export async function consolePortOf({ dataDir, console }: Pick<Config, "dataDir" | "console">): Promise<number> {
  if (console.place === null) return 0;
  const port = Number(await readFile(dataPaths(dataDir).consolePort, { encoding: "utf8", flag: READ }).catch(() => ""));
  return port >= console.place.from && port <= console.place.to ? port : console.place.from;
}

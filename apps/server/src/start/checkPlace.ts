/**
 * Looks, before a start makes or changes anything, whether it may read and write what it needs. What it finds is one sentence for the
 * operator; what can only be found later is one as well (operatorErrors.ts).
 */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import { dirname, join } from "node:path";
import { ConfigError, EMBEDDED_SECRETS, NATS_FILES, dataPaths } from "../config.ts";
import type { Config } from "../config.ts";
import { fileSentence, listenAs } from "./operatorErrors.ts";

const { R_OK, W_OK, X_OK } = constants;
const READ = R_OK;
const USE_FOLDER = R_OK | W_OK | X_OK;

interface Needed {
  path: string;
  mode: number;
  /** What it must be, if it is there. */
  kind: "file" | "folder";
  /** Whether it must be there. */
  required?: boolean;
}

const codeOf = (error: NodeJS.ErrnoException) => {
  if (error.code === undefined) throw error;
  return error.code;
};

/** The system's code of what is wrong; null: nothing. */
async function wrongOf({ path, mode, kind, required = false }: Needed): Promise<string | null> {
  const found = await stat(path).catch(codeOf);
  if (typeof found === "string") return found === "ENOENT" && !required ? null : found;
  if (kind === "folder" && !found.isDirectory()) return "ENOTDIR";
  if (kind === "file" && found.isDirectory()) return "EISDIR";
  return access(path, mode).then(() => null, codeOf);
}

/** The folder, or the nearest one above it that is there. */
async function presentPartOf(folder: string): Promise<string> {
  const isMissing = (await stat(folder).catch(codeOf)) === "ENOENT";
  return isMissing && folder !== dirname(folder) ? presentPartOf(dirname(folder)) : folder;
}

/** In the order in which they are looked at: what is above comes first. */
async function needed({ dataDir, console, backupMetricsDir, nats, databaseUrl }: Config): Promise<Needed[]> {
  const paths = dataPaths(dataDir);
  const within = (name: string) => join(dataDir, name);
  const embedded: Needed[] = [
    { path: within("postgres"), mode: USE_FOLDER, kind: "folder" },
    ...EMBEDDED_SECRETS.map((name): Needed => ({ path: within(name), mode: READ, kind: "file" })),
    { path: within("postgres.log"), mode: W_OK, kind: "file" },
  ];
  const files = NATS_FILES.flatMap(({ of }) => nats?.[of] ?? []);
  return [
    { path: await presentPartOf(dataDir), mode: USE_FOLDER, kind: "folder", required: true },
    ...(databaseUrl === undefined ? embedded : []),
    { path: paths.settings, mode: READ, kind: "file" },
    { path: within("folder.id"), mode: READ, kind: "file" },
    { path: paths.tokenKey, mode: READ, kind: "file" },
    ...(console.place ? [{ path: console.keyFile ?? paths.staffKey, mode: READ, kind: "file" } as const] : []),
    { path: paths.pictures, mode: USE_FOLDER, kind: "folder" },
    ...(backupMetricsDir === null ? [] : [{ path: backupMetricsDir, mode: R_OK | X_OK, kind: "folder" } as const]),
    ...files.map((path): Needed => ({ path, mode: READ, kind: "file", required: true })),
  ];
}

/** @throws ConfigError for an address at which this computer can't listen */
async function checkVideoAddress(address: string | undefined): Promise<void> {
  if (address === undefined) return;
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  try {
    const listener = {
      portVariable: "VIDEO_PORTS",
      hostVariable: "VIDEO_BIND_ADDRESS",
      host: address,
      port: 0,
    } as const;
    await listenAs(listener, () => {
      socket.bind(0, address);
      return once(socket, "listening");
    });
  } finally {
    socket.close();
  }
}

/** @throws ConfigError with one sentence */
export async function checkPlace(config: Config): Promise<void> {
  for (const one of await needed(config)) {
    const code = await wrongOf(one);
    if (code === null) continue;
    throw new ConfigError(fileSentence({ code, path: one.path }, config) ?? `${one.path} can't be used: ${code}.`);
  }
  await checkVideoAddress(config.roles.has("media") ? config.video.bindAddress : undefined);
}

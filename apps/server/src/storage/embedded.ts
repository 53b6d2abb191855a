/**
 * The embedded PostgreSQL, from the npm registry: created at first use, started if it does not run, used as it is if it
 * still runs (after a `kill -9` of the server, or because the command line started it), and started again after a crash.
 * It listens on loopback only, with a password for each login. Superuser connections are open only until the two logins
 * of roles.ts exist. The last process to close it stops it.
 */
import { mkdir, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import type { Logger } from "pino";
import { createBackoff } from "../backoff.ts";
import { errorCode } from "../errorCode.ts";
import { Cluster } from "./cluster.ts";
import type { ClusterOptions } from "./cluster.ts";
import { withLock } from "./lock.ts";
import { keepLogSmall } from "./postgresLog.ts";
import { DatabaseRefused, OutOfReach } from "./refusals.ts";
import { HOUSE, OWNER } from "./roles.ts";

const LOCK_WITHIN_MS = 30_000;
/** Maximum time that a server or a command waits for what holds the files, such as an initdb whose starter was killed. */
const HELD_WITHIN_MS = 10_000;
const HELD_POLL_MS = 200;
const RECOVERED_WITHIN_MS = 1_000;
/** Playable within 5 seconds of the moment at which the database can run again. */
const RECOVER_AGAIN = { minMs: 250, maxMs: 2_000 };
/** A database that ends sooner than that after its start is started again after a pause. */
const STEADY_AFTER_MS = 30_000;

export interface EmbeddedPostgres {
  /** With the running server's login. */
  url: string;
  ownerUrl: string;
  /** Stops it, unless another process is connected; `always`: in any case. */
  release(when?: "unused" | "always"): Promise<void>;
}

/** "it" where the path itself is a file, or the file above it. */
async function fileIn(path: string): Promise<string> {
  for (let at = path; dirname(at) !== at; at = dirname(at)) {
    const found = await stat(at).catch(() => null);
    if (found !== null) return at === path ? "it" : at;
  }
  return "it";
}

/** The path without links. @throws DatabaseRefused if it is no folder, or there is none and it is not to be created */
async function homeOf(dataDir: string, { create }: ClusterOptions): Promise<string> {
  if (create) await mkdir(dataDir, { recursive: true });
  try {
    // With the slash, a file is none.
    return await realpath(`${dataDir}${sep}`);
  } catch (error) {
    if (create || (errorCode(error) !== "ENOENT" && errorCode(error) !== "ENOTDIR")) throw error;
    if (errorCode(error) === "ENOTDIR")
      throw new DatabaseRefused(`DATA_DIR ${dataDir}: ${await fileIn(dataDir)} is not a folder.`);
    throw new DatabaseRefused(
      `There is no folder DATA_DIR ${dataDir}, and so no house: only a start of the server makes one.`,
    );
  }
}

/** Tries again while something that can't be reached holds the files. Between the tries others have their turn. */
async function untilInReach(open: () => Promise<void>, isEnding: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + HELD_WITHIN_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof OutOfReach) || isEnding() || Date.now() > giveUpAt) throw error;
      await pause(HELD_POLL_MS);
    }
  }
}

/**
 * Finds, starts or creates the database below `dataDir`. Any number of processes may have it open at the same time.
 * @throws DatabaseRefused as `Cluster.open`
 */
export async function openEmbedded(
  dataDir: string,
  options: ClusterOptions,
  log?: Pick<Logger, "warn" | "error" | "info">,
): Promise<EmbeddedPostgres> {
  const home = await homeOf(dataDir, options);
  const cluster = new Cluster(home, options);
  await cluster.assertUsable();
  /** Held for a moment by each process that opens or closes the database. */
  const turn = join(home, "open.lock");
  /** An open connection: it shows other processes that the database is in use, and this one that it has crashed. */
  let keeper: Client | undefined;
  let closing = false;
  let openedAt = 0;
  const backoff = createBackoff(RECOVER_AGAIN);
  const stopKeepingLogSmall = keepLogSmall(cluster.logFile, (error) =>
    log?.warn({ err: error }, "the database's own log could not be rotated"),
  );
  let recovering: Promise<void> = Promise.resolve();

  const openOnce = () =>
    withLock(turn, LOCK_WITHIN_MS, async () => {
      const client = await cluster.open();
      client.once("end", () => {
        if (!closing) recovering = recover();
      });
      keeper = client;
      openedAt = performance.now();
    });
  const open = () => untilInReach(openOnce, () => closing);

  async function recover(): Promise<void> {
    log?.warn("the connection to the embedded database was lost");
    if (performance.now() - openedAt > STEADY_AFTER_MS) backoff.reset();
    else await pause(backoff.next());
    for (;;) {
      if (closing) return;
      try {
        await open();
        log?.info("the embedded database runs");
        return;
      } catch (error) {
        log?.error({ err: error }, "the embedded database could not be started again");
        await pause(backoff.next());
      }
    }
  }

  async function stop(when: "unused" | "always"): Promise<void> {
    const used = keeper ? await cluster.isUsedByOthers(keeper).catch(() => true) : true;
    await keeper?.end().catch(() => {});
    if (!used || when === "always") await cluster.stop();
  }

  await open().catch((error: unknown) => {
    stopKeepingLogSmall();
    throw error;
  });
  return {
    url: cluster.url(HOUSE),
    ownerUrl: cluster.url(OWNER),
    async release(when = "unused") {
      if (closing) return;
      closing = true;
      stopKeepingLogSmall();
      // A recovery under way holds the lock; waiting for it would delay the end of the server. Other processes hold it briefly.
      const within = await Promise.race([recovering.then(() => LOCK_WITHIN_MS), pause(RECOVERED_WITHIN_MS, 0)]);
      try {
        await withLock(turn, within, () => stop(when));
      } catch (error) {
        log?.warn({ err: error }, "the embedded database was left running");
        await keeper?.end().catch(() => {});
      }
    },
  };
}

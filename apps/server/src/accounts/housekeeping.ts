/** Work that accounts need once a minute. */
import type { IdleLogins } from "./idle.ts";
import type { RefusalLog } from "../refusalLog.ts";
import type { Accounts } from "./types.ts";

const INTERVAL_MS = 60_000;

export const createHousekeeping =
  (idle: IdleLogins, refusals: RefusalLog<unknown>): Accounts["startHousekeeping"] =>
  async (log) => {
    await idle.begin();
    await idle.sweep();
    const timer = setInterval(() => {
      idle
        .sweep()
        .then(() => refusals.flush())
        .catch((error: unknown) => log.warn({ err: error }, "idle logins and the log of refusals wait"));
    }, INTERVAL_MS);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await refusals.flush(true);
    };
  };

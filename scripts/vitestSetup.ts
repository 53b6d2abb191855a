/** Runs before each file of the unit tests, of those with a database, and of those with NATS. */
import { vi } from "vitest";

/** As long as `expect.poll` waits (vitest.config.ts): a second, its own default, is too short on a computer that does other things too. */
const WITHIN_MS = 10_000;

const { waitFor } = vi;
if (!Object.hasOwn(waitFor, "hasLongTimeout"))
  vi.waitFor = Object.assign(((check, options = {}) =>
      waitFor(
        check,
        typeof options === "number" ? options : { timeout: WITHIN_MS, ...options },
      )) satisfies typeof waitFor, {
    hasLongTimeout: true,
  });

/** Runs before each file of the unit tests, of those with a database, and of those with NATS. */
import { vi } from "vitest";
import "../packages/testing/src/heldClock.ts";
import { WITHIN_MS } from "./lib/testLimits.ts";

const { waitFor } = vi;
if (!Object.hasOwn(waitFor, "hasLongTimeout"))
  vi.waitFor = Object.assign(
    ((check, options = {}) =>
      waitFor(
        check,
        typeof options === "number" ? options : { timeout: WITHIN_MS, ...options },
      )) satisfies typeof waitFor,
    {
      hasLongTimeout: true,
    },
  );

/**
 * A clock that a test holds (`vi.useFakeTimers`) stands still until the test advances it. Otherwise Vitest advances it with
 * each attempt of `expect.poll`, `expect.element`, `vi.waitFor` and of an action in a page: the busier the computer, the further.
 */
import { vi } from "vitest";

const isFake = vi.isFakeTimers.bind(vi);
const { isFakeTimers } = vi;
if (!Object.hasOwn(isFakeTimers, "isHeld"))
  // Asked before each attempt: timers without a delay run then, as they would meanwhile.
  vi.isFakeTimers = Object.assign(
    () => {
      if (isFake()) vi.advanceTimersByTime(0);
      return false;
    },
    { isHeld: true },
  );

/** Notices that the device's clock was set. */
import { watchDeviceClock } from "@reelcast/contract/clock";

const LOOK_EVERY_MS = 15_000;

/**
 * Calls back when the device's clock was set or the device has slept, since libraries judge the age of data by that clock. Returns the
 * function that ends it.
 */
export function onClockSet(callback: () => void): () => void {
  const wasSet = watchDeviceClock();
  const look = () => {
    if (wasSet()) callback();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

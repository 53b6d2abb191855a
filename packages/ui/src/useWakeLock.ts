/** Keeps the screen on while it is active. A hidden page loses the lock, so it is requested again. */
import { useEffect } from "react";

export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const take = async () => {
      if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
      try {
        const taken = await navigator.wakeLock.request("screen");
        if (over) void taken.release();
        else lock = taken;
      } catch {
        // A nearly empty battery, or a browser that forbids it: the screen goes dark as it always did.
      }
    };
    const again = () => void take();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, [active]);
}

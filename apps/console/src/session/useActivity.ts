/**
 * Keeps the session while the page is used. The server ends a session that makes no calls for some minutes; somebody who
 * reads or types makes none. Before it ends, a message says so.
 */
import { useEffect } from "react";
import { toast } from "@reelcast/ui";
import { call } from "../api/index.ts";
import { t } from "../i18n/index.ts";

/** At most so often the server is notified. */
const NOTIFY_EVERY_MS = 60_000;
const WARN_BEFORE_MS = 60_000;
const EVENTS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;
const IDLE = "idle";

/** @param idleSeconds after which the server ends an unused session; null: it does not */
export function useActivity(idleSeconds: number | null): void {
  useEffect(() => {
    if (idleSeconds === null) return;
    let notifiedAt = performance.now();
    let warning: ReturnType<typeof setTimeout> | undefined;
    let end: ReturnType<typeof setTimeout> | undefined;
    const idleMs = idleSeconds * 1000;
    function wait(): void {
      clearTimeout(warning);
      clearTimeout(end);
      warning = setTimeout(
        () => toast.warning(t("shell.idleSoon"), { id: IDLE, lasts: "banner" }),
        idleMs - WARN_BEFORE_MS,
      );
      // Asked rather than assumed: another page of the same session may have been used.
      end = setTimeout(() => void call("me").catch(() => {}), idleMs + 1_000);
    }
    function onUse(): void {
      if (performance.now() - notifiedAt < NOTIFY_EVERY_MS) return;
      notifiedAt = performance.now();
      toast.close(IDLE);
      wait();
      // What fails is tried again with the next use.
      call("stayActive", { body: {} }).catch(() => {
        notifiedAt = -Infinity;
      });
    }
    wait();
    for (const event of EVENTS) addEventListener(event, onUse, { passive: true, capture: true });
    return () => {
      clearTimeout(warning);
      clearTimeout(end);
      toast.close(IDLE);
      for (const event of EVENTS) removeEventListener(event, onUse, { capture: true });
    };
  }, [idleSeconds]);
}

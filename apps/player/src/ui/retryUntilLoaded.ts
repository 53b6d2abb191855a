/**
 * Code and texts that come when they are first needed. A fetch that fails is made again until it succeeds: offline, or
 * while a server restarts, what was asked for comes late instead of taking down what is on the screen.
 */
import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";
import { loadTexts, t } from "../i18n/index.ts";
import type { Subject } from "../i18n/index.ts";
import { toast } from "./toast.ts";

const RETRY_AFTER_MS = 1_500;
const LATE = "part-late";

/** Sooner where the browser says that it has a network again. */
function nextTry(): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      globalThis.removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, RETRY_AFTER_MS);
    globalThis.addEventListener("online", go);
  });
}

/** @returns what `load` gives, once it does. `onLate` is called after each failure. */
export async function retryUntilLoaded<T>(load: () => Promise<T>, onLate?: () => void): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      onLate?.();
      await nextTry();
    }
  }
}

let lateParts = 0;
function showLate(): void {
  lateParts += 1;
  // After a new release the old code may be gone for good: then only a reload brings it.
  toast.warning(t("shell.partLate"), {
    id: LATE,
    timeoutMs: 0,
    action: { label: t("shell.reload"), run: () => location.reload() },
  });
}
function hideLate(): void {
  lateParts -= 1;
  if (lateParts === 0) toast.close(LATE);
}

/** A part of a screen that comes with its texts when it is first shown; stands within a `Suspense` of its own. */
export function lazyPart<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  ...subjects: Subject[]
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    let late = false;
    const [part] = await retryUntilLoaded(
      () => Promise.all([load(), loadTexts(...subjects)]),
      () => {
        if (!late) showLate();
        late = true;
      },
    );
    if (late) hideLate();
    return part;
  });
}

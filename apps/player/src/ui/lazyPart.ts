/** A part of a screen that comes with its texts when it is first shown. While it does not come, one toast says so. */
import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";
import { loadTexts, t } from "../i18n/index.ts";
import type { Subject } from "../i18n/index.ts";
import { retryUntilLoaded } from "./retryUntilLoaded.ts";
import { toast } from "./toast.ts";

const LATE = "part-late";

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

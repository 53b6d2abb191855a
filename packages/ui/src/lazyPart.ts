/** A part of a screen that comes with its texts when it is first shown. While it does not come, one toast says so. */
import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";
import { retryUntilLoaded } from "./retryUntilLoaded.ts";
import type { UiTextKey } from "./texts.ts";
import { toast } from "./toast.ts";

const LATE = "part-late";

export interface PartTexts<Subject extends string> {
  /** Resolves when the catalogues of these subjects are there. */
  loadTexts: (...subjects: Subject[]) => Promise<void>;
  t: (key: UiTextKey) => string;
}

/** The app's way to such parts: `lazyPart(load, ...subjects)`. A part stands within a `Suspense` of its own. */
export function createLazyPart<Subject extends string>({ loadTexts, t }: PartTexts<Subject>) {
  let lateParts = 0;
  function showLate(): void {
    lateParts += 1;
    // After a new release the old code may be gone for good: then only a reload brings it.
    toast.warning(t("shell.partLate"), {
      id: LATE,
      lasts: "banner",
      action: { label: t("shell.reload"), run: () => location.reload() },
    });
  }
  function hideLate(): void {
    lateParts -= 1;
    if (lateParts === 0) toast.close(LATE);
  }
  return <P>(
    load: () => Promise<{ default: ComponentType<P> }>,
    ...subjects: Subject[]
  ): LazyExoticComponent<ComponentType<P>> =>
    lazy(async () => {
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

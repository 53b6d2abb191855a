/** Covers a locked screen. Its words and the PIN's field come apart. */
import { Suspense } from "react";
import { CoverDialog } from "@reelcast/ui";
import { loadTexts } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";

const load = () => import("./LockScreen.tsx");
const LockScreen = lazyPart(load, "lock");
/** Before it is wanted: it may be wanted without a network. What does not come now is asked for then. */
export function fetchLock(): void {
  void Promise.allSettled([load(), loadTexts("lock")]);
}

export function LockCover() {
  return (
    <CoverDialog role="alertdialog" aria-labelledby="lock-title" aria-describedby="lock-text">
      <Suspense>
        <LockScreen />
      </Suspense>
    </CoverDialog>
  );
}

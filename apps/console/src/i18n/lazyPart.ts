/** A part of a screen that comes with its texts when it is first shown; stands within a `Suspense` of its own. */
import { createLazyPart } from "@reelcast/ui/lazyPart";
import { loadTexts, t } from "./catalogue.ts";

export const lazyPart = createLazyPart({ loadTexts, t });

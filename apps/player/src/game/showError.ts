/** Shows why something was refused. A temporary refusal is shown as information. */
import { ErrorCode } from "@reelcast/contract";
import { toast } from "@reelcast/ui";
import { isApiError } from "../api/index.ts";
import { errorText } from "../i18n/index.ts";

/** One toast for all refusals on the game screen. */
export const REFUSED = "refused";

/** Nothing that the player did. */
const PASSING = [ErrorCode.ServiceUnavailable, ErrorCode.AmountUnderReview, ErrorCode.NewPlayPaused];

export function showError(error: unknown): void {
  const passes = PASSING.some((code) => isApiError(error, code));
  if (passes) toast.info(errorText(error), { id: REFUSED, lasts: "message" });
  else toast.error(errorText(error), { id: REFUSED });
}

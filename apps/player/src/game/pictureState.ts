/** What the screen says of a picture that is not live. */
import { ErrorCode } from "@reelcast/contract";
import type { Picture } from "@reelcast/whep";

/** The server could not start its video pipeline. */
export function isPipelineFailure(picture: Picture): boolean {
  if (!("failure" in picture)) return false;
  // Another server may write its JSON with spaces.
  return new RegExp(`"code"\\s*:\\s*${ErrorCode.VideoStartFailed}\\b`).test(picture.failure.detail ?? "");
}

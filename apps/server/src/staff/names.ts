/** Names of members. */
import { AppError, ErrorCode, isVisible } from "@reelcast/contract";

const MAX_LENGTH = 40;
/** Names of acts that no person does. */
const RESERVED = ["system", "house", "unknown"];
/** "key NAME" is an operator's key in the audit log. */
const KEY = "key";

/**
 * The name as it is stored and shown, and the form in which names are compared.
 * @throws AppError InvalidRequest with `field` for one that is invisible, too long or reserved
 */
export function staffName(raw: string, skeletonOf: (name: string) => string): { name: string; skeleton: string } {
  const name = raw.normalize("NFC").replace(/\s+/g, " ").trim();
  const skeleton = skeletonOf(name);
  const isPlain = isVisible(name) && !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(name);
  if (
    !isPlain ||
    Array.from(name).length > MAX_LENGTH ||
    skeleton === "" ||
    RESERVED.map(skeletonOf).includes(skeleton) ||
    skeletonOf(name.split(" ", 1)[0] ?? "") === skeletonOf(KEY)
  )
    throw new AppError(ErrorCode.InvalidRequest, { field: "name" });
  return { name, skeleton };
}

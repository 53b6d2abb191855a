/** What axe and the eye find wrong with the console as it stands, in every language and scheme. */
import { expectAccessible as expectAccessibleIn } from "@reelcast/testing/accessibility";
import { setLanguage } from "../i18n/index.ts";

/** @param within what is new about this state: the whole page is looked at in one language, and in the others that part alone */
export const expectAccessible = (where: string, within?: string): Promise<void> =>
  expectAccessibleIn(setLanguage, where, within);

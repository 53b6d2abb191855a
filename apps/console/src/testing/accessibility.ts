/** What axe and the eye find wrong with the console as it stands, in every language and scheme, and links that lead nowhere. */
import { expectAccessible as expectAccessibleIn } from "@reelcast/testing/accessibility";
import { expect } from "vitest";
import { setLanguage } from "../i18n/index.ts";
import { SCREENS } from "../screens/registry.ts";

const OTHER_PATHS = ["/", "/sign-in"];
const PATHS = [...SCREENS.flatMap(({ paths }): readonly string[] => paths), ...OTHER_PATHS].map(
  (path) => new RegExp(`^${path.replace(/\$\w+/g, "[^/]+")}$`),
);
const leadsSomewhere = ({ pathname }: HTMLAnchorElement) => PATHS.some((path) => path.test(pathname));

/** @param within what is new about this state: the whole page is looked at in one language, and in the others that part alone */
export async function expectAccessible(where: string, within?: string): Promise<void> {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#root a[href^="/"]')];
  const lost = links.filter((link) => !leadsSomewhere(link)).map((link) => link.getAttribute("href"));
  expect(lost, `links that lead nowhere: ${where}`).toEqual([]);
  await expectAccessibleIn(setLanguage, where, within);
}

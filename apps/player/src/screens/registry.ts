/** All screens of the app: every `route.ts` below `src/`, found when the app is built. */
import type { Subject } from "../i18n/index.ts";
import type { Screen } from "./screen.ts";

export const SCREENS: readonly Screen[] = Object.values(
  import.meta.glob<Screen>("../**/route.ts", { import: "screen", eager: true }),
);

/** "/lobby/$id/$name" → "/lobby" */
function fixedPart(path: string): string {
  const parameter = path.search(/\/[{$]/);
  return parameter === -1 ? path : path.slice(0, parameter);
}

/** The screen at that address, or whose address this one stands below. */
export function screenAt(pathname: string): Screen | undefined {
  return SCREENS.find(({ paths }) =>
    paths.some((path) => {
      const fixed = fixedPart(path);
      return pathname === fixed || pathname.startsWith(`${fixed}/`);
    }),
  );
}

/** A screen that stands in the menu. */
export type ListedScreen = Screen & Required<Pick<Screen, "navigation">>;
export const LISTED_SCREENS: readonly ListedScreen[] = SCREENS.filter(
  (screen): screen is ListedScreen => screen.navigation !== undefined,
).toSorted((one, other) => one.navigation.order - other.navigation.order);

/** The catalogues that the titles in the menu are in. */
export const TITLE_TEXTS: readonly Subject[] = [
  ...new Set(LISTED_SCREENS.map(({ title }) => title.split(".")[0] as Subject)),
];

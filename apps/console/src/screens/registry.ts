/** All screens of the console: every `route.ts` below `screens/`, found when the app is built. */
import type { Permission } from "@reelcast/contract/console";
import { GROUPS } from "./screen.ts";
import type { Screen } from "./screen.ts";

export const SCREENS: readonly Screen[] = Object.values(
  import.meta.glob<Screen>("./**/route.ts", { import: "screen", eager: true }),
);

/** Of "/players/$id" it is "/players". */
const BEGINNINGS = SCREENS.flatMap((screen) =>
  screen.paths.map((path) => ({ screen, beginning: `${path.replace(/\/[{$].*/, "")}/` })),
);
/** The screen at that address, or whose address this one stands below. */
export const screenAt = (pathname: string): Screen | undefined =>
  BEGINNINGS.find(({ beginning }) => `${pathname}/`.startsWith(beginning))?.screen;

/** A screen that stands in the navigation. */
export type ListedScreen = Screen & Required<Pick<Screen, "navigation">>;
const LISTED = SCREENS.filter((screen): screen is ListedScreen => screen.navigation !== undefined).toSorted(
  ({ navigation: one }, { navigation: other }) =>
    GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group) || one.order - other.order,
);
type May = (permission: Permission | null) => boolean;
/** The navigation of a member who may do that, in its order. */
export const listedFor = (may: May): readonly ListedScreen[] => LISTED.filter(({ permission }) => may(permission));

/** A screen about the person who is signed in. */
type PersonalScreen = Screen & Required<Pick<Screen, "personal">>;
const PERSONAL = SCREENS.filter((screen): screen is PersonalScreen => screen.personal !== undefined);
/** Of the sheet of who is signed in. */
export const personalFor = (may: May): readonly PersonalScreen[] =>
  PERSONAL.filter(({ permission }) => may(permission));

/** All that a session of the wall may open. */
export const WALL_SCREEN = SCREENS.find(({ access }) => access === "wall");

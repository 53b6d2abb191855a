/** The menu entries of the screens: the part of the navigation that every layout needs at once. */
import type { ComponentType } from "react";
import { PERMISSION } from "@reelcast/contract";
import type { IconProps } from "@reelcast/ui";
import { USER } from "../../auth/roles.ts";
import { LISTED_SCREENS, screenAt } from "../../screens/registry.ts";
import type { ListedScreen } from "../../screens/registry.ts";
import type { NavigationItem } from "./model.ts";

interface Entry extends NavigationItem {
  url: string;
  icon: ComponentType<IconProps>;
}
function entryOf({ paths, title, navigation }: ListedScreen): Entry {
  // Without parameters: a certain one is reached from the screen.
  const url = paths[0].replace(/\/[{$].*$/, "");
  return {
    id: url.slice(1),
    type: "item",
    title,
    url,
    icon: navigation.icon,
    auth: USER,
    levels: [PERMISSION.play],
  };
}

/** In the order of the top navigation. */
export const ENTRIES: readonly Entry[] = LISTED_SCREENS.map(entryOf);

/** Which background the frame shows at that address. */
export function sectionOf(pathname: string): "lobby" | "account" | "deep" {
  const screen = screenAt(pathname);
  if (screen) return screen.background ?? "account";
  return pathname.split("/").length > 2 ? "deep" : "account";
}

/** Where a player can go: the navigation's part that every layout needs at once. */
import { PERMISSION } from "@reelcast/contract";
import type { ComponentType } from "react";
import { USER } from "../../auth/roles.ts";
import type { TextKey } from "../../i18n/index.ts";
import { BookIcon, HistoryIcon, HomeIcon, ListIcon, PersonIcon } from "../../ui/index.ts";
import type { IconProps } from "../../ui/index.ts";
import type { NavigationItem } from "./model.ts";

interface Entry extends NavigationItem {
  url: string;
  icon: ComponentType<IconProps>;
}
const entry = (id: string, title: TextKey, icon: ComponentType<IconProps>): Entry => ({
  id,
  type: "item",
  title,
  url: `/${id}`,
  icon,
  auth: USER,
  levels: [PERMISSION.play],
});

/** In the order of the top navigation. */
export const ENTRIES: readonly Entry[] = [
  entry("rules", "shell.rules", BookIcon),
  entry("lobby", "shell.lobby", HomeIcon),
  entry("profile", "shell.profile", PersonIcon),
  entry("slot-sessions", "shell.sessions", HistoryIcon),
  entry("transactions", "shell.transactions", ListIcon),
];

/** The look of the room by the first part of the address. */
export function sectionOf(pathname: string): "lobby" | "account" | "deep" {
  const [, first = "", ...rest] = pathname.split("/");
  if (first === "lobby") return "lobby";
  if (["profile", "slot-sessions", "transactions", "rules"].includes(first)) return "account";
  return rest.length > 0 ? "deep" : "account";
}

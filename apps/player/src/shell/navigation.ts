/** Where a player can go: one list for the top navigation and the drawer. */
import type { ComponentType } from "react";
import type { TextKey } from "../i18n/index.ts";
import { BookIcon, HistoryIcon, HomeIcon, ListIcon, PersonIcon } from "../ui/index.ts";
import type { IconProps } from "../ui/index.ts";

export interface Entry {
  to: "/rules" | "/lobby" | "/profile/{-$profileId}" | "/slot-sessions" | "/transactions";
  /** First part of the addresses in which this entry is the present one. */
  path: string;
  text: TextKey;
  icon: ComponentType<IconProps>;
}

/** In the order of the top navigation. */
export const ENTRIES: readonly Entry[] = [
  { to: "/rules", path: "/rules", text: "shell.rules", icon: BookIcon },
  { to: "/lobby", path: "/lobby", text: "shell.lobby", icon: HomeIcon },
  { to: "/profile/{-$profileId}", path: "/profile", text: "shell.profile", icon: PersonIcon },
  { to: "/slot-sessions", path: "/slot-sessions", text: "shell.sessions", icon: HistoryIcon },
  { to: "/transactions", path: "/transactions", text: "shell.transactions", icon: ListIcon },
];

/** The drawer begins with the lobby: it is where most want to go. */
export const DRAWER_ENTRIES: readonly Entry[] = [...ENTRIES].toSorted(
  (a, b) => Number(b.path === "/lobby") - Number(a.path === "/lobby"),
);

/** The look of the room by the first part of the address. */
export function sectionOf(pathname: string): "lobby" | "account" | "deep" {
  const [, first = "", ...rest] = pathname.split("/");
  if (first === "lobby") return "lobby";
  if (["profile", "slot-sessions", "transactions", "rules"].includes(first)) return "account";
  return rest.length > 0 ? "deep" : "account";
}

/**
 * What a screen is. Each folder with a `route.ts` that exports a `screen` is one: the router, the menu, the search and
 * the preloading find it there (registry.ts). How to add one: docs/extending.md.
 */
import type { ComponentType } from "react";
import type { IconProps } from "@reelcast/ui";
import type { Subject, TextKey } from "../i18n/index.ts";

export interface GuardContext {
  /** Parameters of the address, not decoded into anything: `$id` in the path is `params.id`. */
  params: Readonly<Record<string, string | undefined>>;
  search: { redirect?: string };
}

/** What a screen's code exports. */
export interface ScreenCode {
  default: ComponentType;
  /** A link to it is being pressed: what helps it to be quick, and has no effect of its own. */
  prepare?: () => void;
  /** The press turned out to be none: ends what was prepared. */
  drop?: () => void;
  /** A link to it was pressed: what need not wait until it is shown. */
  begin?: (path: string) => void;
}

export interface Screen<Path extends string = string> {
  /** Its addresses, with parameters as TanStack Router writes them. The first is the one that the menu links to. */
  paths: readonly [Path, ...Path[]];
  /** In the document's title, in the menu and in the search. */
  title: TextKey;
  /** Catalogues that are fetched together with the code. */
  texts: readonly Subject[];
  load: () => Promise<ScreenCode>;
  /** Who may open it. "players" (the default): logged in, with the permission to play. */
  access?: "players" | "everybody";
  /** Runs before code and texts are fetched. It throws a redirect or `notFound()`. */
  guard?: (context: GuardContext) => void;
  /** Without the frame: no top bar, no menu. */
  fullScreen?: boolean;
  /** Its entry in the menu and in the search. Absent: it has none. Entries stand in the order of their numbers. */
  navigation?: { icon: ComponentType<IconProps>; order: number };
  /** The background of the frame. Default: account. */
  background?: "lobby" | "account";
  /**
   * Whether its code and texts are fetched while the server is still asked who is there. Absent: when the page was loaded
   * at one of its addresses.
   */
  preload?: (start: { path: string; loggedIn: boolean }) => boolean;
}

/** Gives a screen's paths their literal types, which links are checked against. */
export function defineScreen<const Path extends string>(screen: Screen<Path>): Screen<Path> {
  return screen;
}

/** The types of all screens. Each `route.ts` adds its own: `interface Screens { lobby: typeof screen }`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the screens
export interface Screens {}
/** The paths of all screens. */
export type ScreenPath = {
  [Name in keyof Screens]: Screens[Name] extends Screen<infer Path> ? Path : never;
}[keyof Screens];

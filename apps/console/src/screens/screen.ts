/**
 * What a screen of the console is. Each folder below `screens/` with a `route.ts` that exports a `screen` is one: the router, the
 * navigation, the command palette and the shortcuts find it there (registry.ts). How to add one: docs/extending.md.
 */
import type { ComponentType, ReactNode } from "react";
import type { Permission } from "@reelcast/contract/console";
import type { IconProps } from "@reelcast/ui";
import type { Subject, TitleKey } from "../i18n/index.ts";

/** Something that the command palette offers. */
export interface Command {
  /** Unique among all commands. */
  id: string;
  title: string;
  /** Smaller, behind the title: what distinguishes it from others of the same name. */
  detail?: string;
  icon?: ComponentType<IconProps>;
  /** The address that it leads to, or what it does. */
  run: string | (() => void);
}
/** What a screen adds to the command palette, e.g. machines by name. */
export interface CommandProvider {
  /** At most ten, best first. Called at each change of what is typed, never with less than two characters, unless it is a number. */
  search: (typed: string, signal: AbortSignal) => Promise<readonly Command[]>;
}

/** Draws its child with how many wait, each time that changes. */
export type Counter = ComponentType<{ children: (count: number) => ReactNode }>;

export const GROUPS = ["floor", "players", "house"] as const;
export type Group = (typeof GROUPS)[number];

export interface Screen<Path extends string = string, Search extends object = object> {
  /** Its addresses, with parameters as TanStack Router writes them. The first is the one that the navigation links to. */
  paths: readonly [Path, ...Path[]];
  /**
   * In the document's title, in the navigation and in the command palette: the text `title` or `title_…` of one of its catalogues.
   * The frame has these texts before the catalogues are fetched.
   */
  title: TitleKey;
  /** Catalogues that are fetched together with the code. */
  texts: readonly Subject[];
  load: () => Promise<{ default: ComponentType }>;
  /** Who may open it; null: everybody who is signed in. */
  permission: Permission | null;
  /**
   * Which sessions open it. "members" (the default): those of members, in the frame. "wall": those of the wall on a screen in the
   * hall, without the frame; they open nothing else.
   */
  access?: "members" | "wall";
  /** Reads the search parameters of its address, and leaves out what it does not know. Absent: it has none. */
  validateSearch?: (search: Record<string, unknown>) => Search;
  /** Its entry in the navigation. Absent: it has none. */
  navigation?: {
    icon: ComponentType<IconProps>;
    group: Group;
    /** Within the group. The first of all is where somebody begins. */
    order: number;
    /** The letter that opens it after "g". */
    key: string;
    /** How many wait there. The navigation shows it to those who may open the screen. */
    counter?: Counter;
  };
  /** Its entry in the sheet of the person who is signed in, and in the command palette. Absent: it has none. */
  personal?: { icon: ComponentType<IconProps> };
  /** What it adds to the command palette; fetched when the palette is first opened by somebody with the permission. */
  commands?: () => Promise<{ default: CommandProvider }>;
}

/** Gives a screen's paths and its search parameters their own types, which links are checked against. */
export function defineScreen<const Path extends string, Search extends object = object>(
  screen: Screen<Path, Search>,
): Screen<Path, Search> {
  return screen;
}

/** The types of all screens. Each `route.ts` adds its own: `interface Screens { staff: typeof screen }`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the screens
export interface Screens {}
/** The paths of all screens. */
export type ScreenPath = {
  [Name in keyof Screens]: Screens[Name] extends Screen<infer Path> ? Path : never;
}[keyof Screens];

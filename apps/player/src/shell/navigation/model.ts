/** What the navigation is made of, and its rules: who sees what, what opens, how far it is indented. No React. */
import type { ComponentType } from "react";
import type { IconProps } from "@reelcast/ui";
import { mayEnter } from "../../auth/roles.ts";
import type { Role } from "../../auth/roles.ts";
import type { TextKey } from "../../i18n/index.ts";
import { isActive } from "./active.ts";

/** Names of colour tokens: they follow the scheme. */
type Token = "gold" | "on-gold" | "lifted" | "text" | "muted" | "surface";
export interface Badge {
  /** A figure or a mark: the same in every language. */
  title: string;
  bg: Token;
  fg: Token;
}
export interface NavigationItem {
  /** Unique in the tree; shortcuts are kept under it. */
  id: string;
  /** collapse: opens and closes; group: a subheader over its children; item: a page here; link: an address elsewhere. */
  type: "collapse" | "group" | "item" | "link";
  title: TextKey;
  url?: string;
  icon?: ComponentType<IconProps>;
  badge?: Badge;
  children?: readonly NavigationItem[];
  /** As of a route: absent: everybody; []: only who is not logged in. */
  auth?: readonly Role[];
  /** Active on its own address alone, not on those below it. */
  exact?: boolean;
  /** Of a link; a new tab unless it is given. */
  target?: "_self" | "_blank";
  /** One of them is needed: a permission's id, or a type of user. Absent: none is. */
  levels?: readonly (number | string)[];
}
export interface Visitor {
  roles: readonly Role[];
  permissions: readonly number[];
  /** Type of user; null for who is not logged in. */
  type: string | null;
}

function maySee({ auth, levels }: NavigationItem, { roles, permissions, type }: Visitor): boolean {
  if (!mayEnter(auth ?? null, roles)) return false;
  return levels?.some((level) => (typeof level === "number" ? permissions.includes(level) : level === type)) ?? true;
}
/** What this visitor may see of it. A group or collapsible of which nothing is left goes, too. */
export function visibleTo(tree: readonly NavigationItem[], visitor: Visitor): NavigationItem[] {
  return tree.flatMap((item) => {
    if (!maySee(item, visitor)) return [];
    if (!item.children) return [item];
    const children = visibleTo(item.children, visitor);
    return children.length > 0 || item.url !== undefined ? [{ ...item, children }] : [];
  });
}

/** Pixels from the start edge: 24 at the outermost level, then 40 and 16 for each level above 0, at most 80. */
export function indentOf(level: number): number {
  return level <= 0 ? 24 : Math.min(80, 40 + 16 * level);
}

/** The ids of all that must be open for the present page to be seen. */
export function openGroups(tree: readonly NavigationItem[], path: string): string[] {
  return tree.flatMap((item) => {
    const { id, type, children = [] } = item;
    if (!children.some((child) => isActive(child, path))) return [];
    return [...(type === "collapse" ? [id] : []), ...openGroups(children, path)];
  });
}

/** Where a link opens: elsewhere in a new tab unless it says otherwise; pages of the app stay in this one. */
export function targetOf({ type, target }: NavigationItem): "_self" | "_blank" | undefined {
  return type === "link" ? (target ?? "_blank") : undefined;
}

export interface Destination {
  id: string;
  title: TextKey;
  url: string;
  icon?: ComponentType<IconProps>;
  /** Of a link alone: it leads out of the app. */
  target?: "_self" | "_blank";
  /** Titles of what it stands in, outermost first. */
  path: readonly TextKey[];
}
/** Every place that can be gone to, in the order of the tree: for the search and the shortcuts. */
export function flatten(tree: readonly NavigationItem[], path: readonly TextKey[] = []): Destination[] {
  return tree.flatMap((item) => {
    const { id, title, url, icon, children = [] } = item;
    const target = targetOf(item);
    const own = url === undefined ? [] : [{ id, title, url, ...(icon && { icon }), ...(target && { target }), path }];
    return [...own, ...flatten(children, [...path, title])];
  });
}

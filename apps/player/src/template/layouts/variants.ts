/** Every page layout there is, by its address: what it shows follows from its name. */

export type Family = "carded" | "simple";

export interface Variant {
  family: Family;
  /** Last part of the address. */
  name: string;
  path: string;
  /** Edge of the sidebar in the direction of reading; "none": the content takes the full width. */
  side: "start" | "end" | "none";
  kind: 1 | 2 | 3;
  tabbed: boolean;
}

const NAMES: Record<Family, readonly string[]> = {
  carded: [
    "full-width",
    "full-width-tabbed",
    "full-width-2",
    "full-width-2-tabbed",
    "left-sidebar",
    "left-sidebar-tabbed",
    "left-sidebar-2",
    "left-sidebar-2-tabbed",
    "right-sidebar",
    "right-sidebar-tabbed",
    "right-sidebar-2",
    "right-sidebar-2-tabbed",
  ],
  simple: [
    "full-width",
    "full-width-tabbed",
    "left-sidebar",
    "left-sidebar-tabbed",
    "left-sidebar-2",
    "left-sidebar-2-tabbed",
    "left-sidebar-3",
    "left-sidebar-3-tabbed",
    "right-sidebar",
    "right-sidebar-tabbed",
    "right-sidebar-2",
    "right-sidebar-2-tabbed",
    "right-sidebar-3",
    "right-sidebar-3-tabbed",
  ],
};
const SIDES = { full: "none", left: "start", right: "end" } as const;
const NAME = /^(full|left|right)-(?:width|sidebar)(?:-([23]))?(-tabbed)?$/;

function variantOf(family: Family, name: string): Variant {
  const found = NAME.exec(name);
  if (!found) throw new Error(`No page layout is called ${name}`);
  const [, edge, kind, tabbed] = found;
  return {
    family,
    name,
    path: `/ui/page-layouts/${family}/${name}`,
    side: SIDES[edge as keyof typeof SIDES],
    kind: kind === "2" ? 2 : kind === "3" ? 3 : 1,
    tabbed: tabbed !== undefined,
  };
}

/** In the order of "previous" and "next". */
export const VARIANTS: readonly Variant[] = [
  ...NAMES.carded.map((name) => variantOf("carded", name)),
  ...NAMES.simple.map((name) => variantOf("simple", name)),
];

/** The variant at an address, the one before and the one after it; the last is followed by the first. */
export function variantAt(pathname: string): { variant: Variant; previous: Variant; next: Variant } | null {
  const path = pathname.replace(/\/+$/, "");
  const index = VARIANTS.findIndex((variant) => variant.path === path);
  const variant = VARIANTS[index];
  const previous = VARIANTS.at(index - 1);
  const next = VARIANTS[(index + 1) % VARIANTS.length];
  return variant && previous && next ? { variant, previous, next } : null;
}

/** Every icon that the design system has, by its name. The list is the module's own, so it can't go stale. */
import type { ComponentType } from "react";
import * as drawings from "../../ui/icons.tsx";
import type { IconProps } from "../../ui/index.ts";

export interface NamedIcon {
  name: string;
  Icon: ComponentType<IconProps>;
}

export const ICONS: readonly NamedIcon[] = Object.entries(drawings)
  .filter((entry): entry is [string, typeof drawings.MenuIcon] => entry[0].endsWith("Icon"))
  .map(([name, Icon]) => ({ name, Icon }))
  .toSorted((one, other) => one.name.localeCompare(other.name, "en"));

/** Names are English; "ı" and "İ" of a Turkish keyboard find their "i" nevertheless. */
const plain = (text: string) => text.toLowerCase().replaceAll("ı", "i").replaceAll("i̇", "i");

/** Icons whose name has every word that is wanted, in any order. */
export function iconsNamed(wanted: string): readonly NamedIcon[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return ICONS.filter(({ name }) => words.every((word) => plain(name).includes(word)));
}

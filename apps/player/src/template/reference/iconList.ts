/** Every icon of the design system by its name, read from the modules themselves. */
import type { ComponentType } from "react";
import { searchFold } from "@reelcast/contract/fold";
import type { IconProps } from "@reelcast/ui";

export interface NamedIcon {
  name: string;
  Icon: ComponentType<IconProps>;
}

/**
 * All that the modules export. The query makes it a copy of this page's own: of the modules themselves, the names of all
 * their exports would go to every player at the login.
 */
const exported = Object.values(
  import.meta.glob<Record<string, ComponentType<IconProps>>>("../../../../../packages/ui/src/icons.ts", {
    eager: true,
    query: "?all",
  }),
);

export const ICONS: readonly NamedIcon[] = exported
  .flatMap((module) => Object.entries(module))
  .filter(([name]) => name.endsWith("Icon"))
  .map(([name, Icon]) => ({ name, Icon }))
  .toSorted((one, other) => one.name.localeCompare(other.name, "en"));

/** Icons whose name contains every searched word, in any order. Names are English; a Turkish keyboard finds them, too. */
export function iconsNamed(wanted: string): readonly NamedIcon[] {
  const words = searchFold(wanted).split(/\s+/).filter(Boolean);
  return ICONS.filter(({ name }) => words.every((word) => searchFold(name).includes(word)));
}

/** The machines of the lobby under their brands. Pure. */
import type { Brand, Machine } from "@reelcast/contract";
import { brandNameOf, brandPicture } from "./list.ts";

export interface Section {
  /** Distinguishes it from all others. */
  key: string;
  /** null: the house shows no brands. */
  brand: Brand | null;
  machines: readonly Machine[];
}

/**
 * Each brand with machines once, in the order of the house; the order of machines within a brand stays. Brands that the list of
 * brands does not have, or does not have yet, come last.
 * @param brands undefined: the house shows none
 */
export function sectionsOf(machines: readonly Machine[], brands: readonly Brand[] | undefined): Section[] {
  if (!brands) return machines.length === 0 ? [] : [{ key: "", brand: null, machines }];
  const byKey = new Map<number | string, Machine[]>();
  for (const machine of machines) {
    const { brand } = machine;
    const key = typeof brand === "string" ? brand : (brand.id ?? brand.name);
    const known = byKey.get(key);
    if (known) known.push(machine);
    else byKey.set(key, [machine]);
  }
  const sections: Section[] = [];
  for (const brand of brands) {
    const own = [...(byKey.get(brand.id) ?? []), ...(byKey.get(brand.name) ?? [])];
    byKey.delete(brand.id);
    byKey.delete(brand.name);
    if (own.length > 0) sections.push({ key: String(brand.id), brand, machines: own });
  }
  for (const [key, own] of byKey) {
    const name = own[0] ? brandNameOf(own[0]) : "";
    const brand = {
      id: typeof key === "number" ? key : 0,
      name,
      image: brandPicture(name),
      jackpot: "",
      machineCount: 0,
    };
    sections.push({ key: String(key), brand, machines: own });
  }
  return sections;
}

/** What the lobby shows: pure functions of what the server said. */
import type { Machine } from "@reelcast/contract";

export interface Filter {
  brandId: number | null;
  name: string;
  freeOnly: boolean;
}

export function brandNameOf({ brand }: Machine): string {
  return typeof brand === "string" ? brand : brand.name;
}
const isReserved = ({ reservation }: Machine) => reservation !== null && reservation !== undefined && !reservation.mine;
export function isFree(machine: Machine): boolean {
  return machine.status === "available" && !isReserved(machine);
}
/** Reserved for somebody else: shown as such, or not at all where the house hides them. */
export { isReserved };

export function shownMachines(
  machines: readonly Machine[],
  brandName: string | null,
  filter: Filter,
  hideReserved: boolean,
): Machine[] {
  const wanted = filter.name.trim().toLocaleLowerCase("tr");
  return machines.filter(
    (machine) =>
      (brandName === null || brandNameOf(machine) === brandName) &&
      (!hideReserved || !isReserved(machine)) &&
      (!filter.freeOnly || isFree(machine)) &&
      (wanted === "" || machine.name.toLocaleLowerCase("tr").includes(wanted)),
  );
}

/** A name for the address bar: letters and digits, joined by dashes. */
export function slugOf(name: string): string {
  const slug = name
    .toLocaleLowerCase("en")
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "-" : slug;
}

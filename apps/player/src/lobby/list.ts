/** What the lobby shows: pure functions of the server's answers. */
import type { Brand, Jackpot, Machine } from "@reelcast/contract";
import { slugOf } from "../i18n/slug.ts";

/** Height of a card's picture by its width. Of a picture that is drawn here it leaves out the plate with the name. */
export const PICTURE_HEIGHT = 21 / 40;

export interface Filter {
  /** null: all brands. */
  brand: Pick<Brand, "id" | "name"> | null;
  freeOnly: boolean;
  /** Whether the player is shown it at all. */
  isHidden: (machine: Machine) => boolean;
  /** Whether the machine is what was searched for. */
  matches: (machine: Machine) => boolean;
}

export function brandNameOf({ brand }: Machine): string {
  return typeof brand === "string" ? brand : brand.name;
}
/** By the brand's id where the machine carries it, by its name otherwise. */
const brandKeyOf = ({ brand }: Machine) => (typeof brand === "string" ? brand : (brand.id ?? brand.name));
export function isOfBrand(machine: Machine, brand: Pick<Brand, "id" | "name">): boolean {
  const key = brandKeyOf(machine);
  return key === brand.id || key === brand.name;
}
const isReserved = ({ reservation }: Machine) => reservation !== null && reservation !== undefined && !reservation.mine;
export function isFree(machine: Machine): boolean {
  return machine.status === "available" && !isReserved(machine);
}
/** Reserved for somebody else: shown as such, or hidden if the operator wants that. */
export { isReserved };
/** @param mine the machine at which the player has a seat: it stays in sight */
export const hiddenWhere = (hideReserved: boolean, mine: number | null) => (machine: Machine) =>
  hideReserved && isReserved(machine) && machine.id !== mine;

/** How many can be joined now, counted in one pass for all brands. */
export function countFree(machines: readonly Machine[]): ReadonlyMap<string | number, number> {
  const free = new Map<string | number, number>();
  for (const machine of machines)
    if (isFree(machine)) free.set(brandKeyOf(machine), (free.get(brandKeyOf(machine)) ?? 0) + 1);
  return free;
}
export function freeIn(free: ReadonlyMap<string | number, number>, { id, name }: Pick<Brand, "id" | "name">): number {
  return (free.get(id) ?? 0) + (free.get(name) ?? 0);
}

export function shownMachines(machines: readonly Machine[], filter: Filter): Machine[] {
  const { brand } = filter;
  return machines.filter(
    (machine) =>
      (brand === null || isOfBrand(machine, brand)) &&
      !filter.isHidden(machine) &&
      (!filter.freeOnly || isFree(machine)) &&
      filter.matches(machine),
  );
}

/** The list of all machines with one brand's updated: the order stays, new machines are last, missing ones are removed. */
export function withBrand(
  known: readonly Machine[],
  brand: Pick<Brand, "id" | "name">,
  fresh: readonly Machine[],
): Machine[] {
  const coming = new Map(fresh.map((machine) => [machine.id, machine]));
  const rest = known.flatMap((machine) => {
    const next = coming.get(machine.id) ?? (isOfBrand(machine, brand) ? [] : machine);
    coming.delete(machine.id);
    return next;
  });
  return [...rest, ...coming.values()];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
/** Whether two values of JSON are equal. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}
/**
 * A new list of machines in which those that did not change are the objects of the known list. The query cache's own
 * comparison copies each of 2,000 machines that changed, and takes several times as long.
 */
export function sharedMachines(known: unknown, next: unknown): unknown {
  if (!Array.isArray(known) || !Array.isArray(next)) return next;
  const shared = next.map((machine: unknown, n) => {
    const before: unknown = known[n];
    return isSame(before, machine) ? before : machine;
  });
  return known.length === shared.length && shared.every((machine, n) => machine === known[n]) ? known : shared;
}

/** Key of the jackpots' values in the query cache. */
export const JACKPOTS = ["jackpots"] as const;
/** The jackpots with a pushed value: replaced, or added if it was unknown. */
export function withJackpot(known: readonly Jackpot[] = [], pushed: Jackpot): Jackpot[] {
  return known.some(({ id }) => id === pushed.id)
    ? known.map((one) => (one.id === pushed.id ? pushed : one))
    : [...known, pushed];
}

export { slugOf };
/** Address of a brand's picture by its name, if the brand itself is not loaded. */
export const brandPicture = (name: string) => `/brands/${slugOf(name)}.png`;

/** Widths in which a server of this product has the pictures of its machines, in pixels. */
const PICTURE_WIDTHS = [240, 480];
/**
 * Address of a machine's or brand's picture in the width that is shown. Other servers ignore the query; pictures from other sites
 * keep their address. @param pixels of the screen
 */
export function sizedPicture(address: string, pixels: number): string {
  if (!/^\/[^/?#][^?#]*$/.test(address)) return address;
  return `${address}?w=${PICTURE_WIDTHS.find((width) => width >= pixels) ?? PICTURE_WIDTHS.at(-1)}`;
}
/** Of a brand, in the width of its chip on a sharp screen. */
export const sizedLogo = (address: string): string => sizedPicture(address, 240);

const GAP = 12;
/**
 * How a width is divided into cards: two at least, wider ones where there is room, as many as there is room for. All
 * in pixels; `step` is the distance from one card to the next.
 */
export function cellsOf(width: number): { columns: number; cell: number; step: number } {
  const narrowest = Math.min(260, Math.max(160, width / 5));
  const columns = Math.max(2, Math.floor((width + GAP) / (narrowest + GAP)));
  const step = (width + GAP) / columns;
  return { columns, cell: step - GAP, step };
}

/** Ids of the jackpots of all brands, in the order of the brands. */
export const jackpotIds = (brands: readonly Brand[]): number[] => [
  ...new Set(brands.flatMap(({ jackpot }) => (jackpot === "" ? [] : jackpot.split(",").map(Number)))),
];

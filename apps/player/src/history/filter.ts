/** The filter of a list, and the query for it. Days are in the player's time zone. */
import { clock } from "@reelcast/contract/clock";

export interface Filter {
  search: string;
  /** YYYY-MM-DD, "" for none; both days belong to the range. */
  from: string;
  to: string;
  /** Code of an operation, "" for all. */
  type: string;
}
export const NO_FILTER: Filter = { search: "", from: "", to: "", type: "" };

const pad = (value: number) => value.toString().padStart(2, "0");
/** The day of a moment in the player's time zone, YYYY-MM-DD. */
export function dayOf(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
export const today = (): string => dayOf(new Date(clock.now()));
/** IANA name of the player's time zone. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Midnight at which a day begins, plus `later` days. NaN for a text that is no day. */
export function startOfDay(day: string, later = 0): Date {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later);
}
/** First and last moment of a range of days, as the contract writes them. */
export function momentsOf(from: string, to: string): { from: string; to: string } {
  return { from: startOfDay(from).toISOString(), to: new Date(startOfDay(to, 1).getTime() - 1).toISOString() };
}

/** The range ends before it begins. */
export function isReversed({ from, to }: Filter): boolean {
  return from !== "" && to !== "" && from > to;
}
/** The filter for a query: without its days if the range ends before it begins. */
export const askable = (filter: Filter): Filter => (isReversed(filter) ? { ...filter, from: "", to: "" } : filter);
export function isFiltered(filter: Filter): boolean {
  return filter.search.trim() !== "" || countFilters(filter) > 0;
}
/** How many filters besides the search are set. */
export function countFilters({ from, to, type }: Filter): number {
  return [from, to, type].filter((value) => value !== "").length;
}

export interface FilterQuery {
  search?: string;
  searchTypes?: string;
  searchFrom?: string;
  searchTags?: string;
  from?: string;
  to?: string;
  type?: string;
  /** Only sessions with a game, and open ones. */
  played?: "true";
}
export function toQuery({ search, from, to, type }: Filter): FilterQuery {
  const words = search.trim();
  return {
    ...(words !== "" && { search: words }),
    ...(from !== "" && { from: momentsOf(from, from).from }),
    ...(to !== "" && { to: momentsOf(to, to).to }),
    ...(type !== "" && { type }),
  };
}

/** Parses the filter of a list. Pure. */
import { asciiDigits } from "@reelcast/contract/fold";
import { AppError, ErrorCode, MAX_TRANSFER } from "@reelcast/contract";

/** The filter parameters of the contract's lists and files. */
export interface FilterQuery {
  search?: string | undefined;
  searchTypes?: string | undefined;
  searchFrom?: string | undefined;
  searchTags?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  type?: string | undefined;
  played?: "true" | undefined;
}
export interface Filter {
  /** Trimmed; null: none. */
  search: string | null;
  /** Operation codes and values of OPERATION_FROM and OPERATION_TAGS that the search text names. Null: none. */
  named: NamedCodes | null;
  from: Date | null;
  /** The end of the range, exclusive. */
  until: Date | null;
  type: string | null;
  /** Only sessions with a game, and open ones. Absent, not false: cursors hold the filter. */
  played?: true;
}
interface NamedCodes {
  types: number[];
  from: string[];
  /** Absent, not empty: cursors hold the filter. */
  tags?: string[];
}
/** Minor units, both ends included. */
export interface AmountRange {
  low: number;
  high: number;
}

/** @throws AppError InvalidRequest for a search that the database can't execute */
export function readFilter(query: FilterQuery): Filter {
  const { search = "", from, to, type = "", played } = query;
  for (const [field, text] of Object.entries({ search, type })) {
    if (text.includes("\0")) throw new AppError(ErrorCode.InvalidRequest, { field });
  }
  return {
    search: search.trim() === "" ? null : search.trim(),
    named: search.trim() === "" ? null : namedCodes(query),
    from: from === undefined ? null : moment(from, "from"),
    until: to === undefined ? null : new Date(moment(to, "to").getTime() + 1),
    type: type === "" ? null : type,
    ...(played !== undefined && { played: true }),
  };
}

function namedCodes({ searchTypes, searchFrom, searchTags }: FilterQuery): NamedCodes | null {
  if ((searchTypes ?? searchFrom ?? searchTags) === undefined) return null;
  return {
    types: (searchTypes?.split(",") ?? []).map(Number),
    from: searchFrom?.split(",") ?? [],
    ...(searchTags !== undefined && { tags: searchTags.split(",") }),
  };
}

function moment(text: string, field: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new AppError(ErrorCode.InvalidRequest, { field });
  return date;
}

/** @throws AppError InvalidRequest if it is not a code of an operation */
export function operationType(type: string | null): number | null {
  if (type === null) return null;
  if (!/^\d{1,3}$/.test(type)) throw new AppError(ErrorCode.InvalidRequest, { field: "type" });
  return Number(type);
}

const MINUS = /^[-−]/;
/**
 * The amounts that a search text such as "1.250,00", "1,250.00", "١٢٥٠" or "-5" can mean. Notation depends on the
 * language, so an ambiguous separator is read both ways. Without decimals the whole unit matches: 12 finds 12.00 to
 * 12.99. Without a sign both directions match.
 */
export function readAmounts(text: string): AmountRange[] {
  const plain = asciiDigits(text)
    .replace(/٫/g, ".")
    .replace(/[٬'’\s\u00a0\u202f\u061c\u200e\u200f]/g, "")
    .replace(/^[₺€$£]|[₺€$£]$|TL$|TRY$/gi, "");
  const unsigned = plain.replace(/^[-−+]/, "");
  const readings = new Map<number, AmountRange>();
  for (const [point, group] of [
    [".", ","],
    [",", "."],
  ] as const) {
    const found = readOne(unsigned, point, group);
    if (found) readings.set(found.low, found);
  }
  const sizes = [...readings.values()].filter(({ high }) => high <= MAX_TRANSFER);
  const negative = sizes.map(({ low, high }) => ({ low: -high, high: -low }));
  if (MINUS.test(plain)) return negative;
  return plain.startsWith("+") ? sizes : [...sizes, ...negative];
}

function readOne(text: string, point: string, group: string): AmountRange | null {
  const [whole = "", decimals = "", ...more] = text.split(point);
  const groups = whole.split(group);
  const grouped = groups.length === 1 || groups.every((part, n) => (n === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part));
  const digits = groups.join("");
  if (more.length > 0 || !grouped || !/^\d{1,13}$/.test(digits) || !/^\d{0,2}$/.test(decimals)) return null;
  const low = Number(digits) * 100 + Number(decimals.padEnd(2, "0"));
  return { low, high: low + 10 ** (2 - decimals.length) - 1 };
}

/** As PostgreSQL writes a set of ranges. */
export const toMultirange = (ranges: readonly AmountRange[]): string =>
  `{${ranges.map(({ low, high }) => `[${low},${high}]`).join(",")}}`;

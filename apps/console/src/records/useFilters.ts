/** Filters of a list in the address: a link leads to what was seen, and the browser's back button undoes a choice. */
import { useLocation, useNavigate } from "@tanstack/react-router";

export type Filters<Key extends string> = Readonly<Partial<Record<Key, string>>>;

/** @returns the filters that are set, and a function that changes some; "" takes one out */
export function useFilters<Key extends string>(
  keys: readonly Key[],
): [Filters<Key>, (changes: Partial<Record<Key, string>>) => void] {
  const navigate = useNavigate();
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const filters: Partial<Record<Key, string>> = {};
  for (const key of keys) {
    const value = search[key];
    if (typeof value === "string" || typeof value === "number") filters[key] = String(value);
  }
  const change = (changes: Partial<Record<Key, string>>) => {
    const next: Record<string, unknown> = { ...search, ...changes };
    for (const [key, value] of Object.entries(next)) if (value === "") delete next[key];
    void navigate({ to: ".", search: next as never, replace: true, resetScroll: false });
  };
  return [filters, change];
}

/**
 * The rows of the audit log that match a filter: older ones are read as the reader comes to them, newer ones are counted and
 * shown when asked for, so that nothing moves under the reader.
 */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AuditRow } from "@reelcast/contract/console";
import { call } from "../../api/index.ts";
import { queryOf } from "./filter.ts";
import type { Filter } from "./filter.ts";

const PAGE = 100;
const LOOK_EVERY_MS = 10_000;

export function useRows(filter: Filter) {
  const query = queryOf(filter);
  const [newest, setNewest] = useState<{ key: string; rows: readonly AuditRow[]; after: number | null }>({
    key: "",
    rows: [],
    after: null,
  });
  const key = JSON.stringify(query);
  const older = useInfiniteQuery({
    queryKey: ["audit", query],
    queryFn: ({ pageParam, signal }) =>
      call(
        "audit",
        { query: { ...query, limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ older: before }) => before,
    // Rows never change, and newer ones are asked for apart.
    staleTime: Infinity,
  });
  const shown = newest.key === key ? newest : { key, rows: [], after: null };
  const first = older.data?.pages[0];
  // After an interruption the pages are read again, and have them too.
  const above = shown.rows.filter(({ seq }) => seq > (first?.items[0]?.seq ?? 0));
  const after = Math.max(shown.after ?? 0, first?.newer ?? 0) || null;
  const newer = useQuery({
    queryKey: ["audit newer", query, after],
    queryFn: ({ signal }) => call("audit", { query: { ...query, limit: PAGE, after: after ?? 0 } }, { signal }),
    enabled: after !== null,
    refetchInterval: LOOK_EVERY_MS,
  });
  const waiting = newer.data?.items ?? [];
  return {
    query: older,
    rows: [...above, ...(older.data?.pages.flatMap(({ items }) => items) ?? [])],
    /** Where the search has come to; null: everything is read. */
    cursor: older.data?.pages.at(-1)?.older ?? null,
    waiting: waiting.length,
    showNewer: () => setNewest({ key, rows: [...waiting, ...above], after: newer.data?.newer ?? after }),
  };
}

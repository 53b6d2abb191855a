/** How many items wait in the queue: as it was read last, or as its topic has said since. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTopic } from "../../api/live.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { useMay } from "../../session/me.ts";
import type { Counter } from "../screen.ts";

export const Waiting: Counter = ({ children }) => {
  const seesEvents = useMay()("events.see");
  const { data, dataUpdatedAt } = useCall("workQueue");
  const queries = useQueryClient();
  const reload = useReload();
  const [pushed, setPushed] = useState({ count: 0, after: -1 });
  useTopic("queue", ({ counts }) => {
    // Counts are the same for all: events are not in the queue of those who may not see them.
    const shown = Object.entries((counts ?? {}) as Record<string, number>).filter(
      ([kind]) => kind !== "event" || seesEvents,
    );
    setPushed({ count: shown.reduce((sum, [, count]) => sum + count, 0), after: dataUpdatedAt });
    // An answer that is on its way may be from before the change.
    if (queries.isFetching({ queryKey: ["workQueue"] }) > 0) void reload("workQueue");
  });
  return children(pushed.after === dataUpdatedAt ? pushed.count : (data?.items.length ?? 0));
};

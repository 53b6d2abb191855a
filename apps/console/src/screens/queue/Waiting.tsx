/** How many items wait in the queue: as it was read last, or as its topic has said since. */
import { useState } from "react";
import { useTopic } from "../../api/live.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../session/me.ts";
import type { Counter } from "../screen.ts";

export const Waiting: Counter = ({ children }) => {
  const seesEvents = useMay()("events.see");
  const { data, dataUpdatedAt } = useCall("workQueue");
  const [pushed, setPushed] = useState({ count: 0, at: 0 });
  useTopic("queue", ({ counts }) => {
    // Counts are the same for all: events are not in the queue of those who may not see them.
    const shown = Object.entries((counts ?? {}) as Record<string, number>).filter(
      ([kind]) => kind !== "event" || seesEvents,
    );
    setPushed({ count: shown.reduce((sum, [, count]) => sum + count, 0), at: Date.now() });
  });
  return children(pushed.at > dataUpdatedAt ? pushed.count : (data?.items.length ?? 0));
};

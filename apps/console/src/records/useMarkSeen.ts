/** Marks events as seen, as many as are chosen. */
import { useState } from "react";
import { MAX_EVENTS } from "@reelcast/contract/console";
import { toast } from "@reelcast/ui";
import { call } from "../api/index.ts";
import { useReload } from "../api/queries.ts";
import { errorText, useT } from "../i18n/index.ts";

/** `mark` resolves with whether all are marked. */
export function useMarkSeen(): { busy: boolean; mark: (ids: readonly number[]) => Promise<boolean> } {
  const t = useT();
  const reload = useReload();
  const [busy, setBusy] = useState(false);
  async function mark(ids: readonly number[]) {
    if (busy || ids.length === 0) return false;
    setBusy(true);
    let isMarked = true;
    try {
      let count = 0;
      for (let at = 0; at < ids.length; at += MAX_EVENTS) {
        const { seen } = await call("seeEvents", { body: { eventIds: ids.slice(at, at + MAX_EVENTS) } });
        count += seen.length;
      }
      toast.success(count === 0 ? t("events.markedBefore") : t("events.marked", { count }));
    } catch (error) {
      isMarked = false;
      toast.error(errorText(error));
    }
    // Also after a refusal: some may be marked, by this or by somebody else.
    await reload("events", "workQueue");
    setBusy(false);
    return isMarked;
  }
  return { busy, mark };
}

/** The messages of a chat that are shown: the newest, those before them page by page, and those that newer ones have moved out. */
import { useState } from "react";
import type { DeskDialog, DeskMessage } from "@reelcast/contract/console";
import { toast } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { errorText } from "../../i18n/index.ts";

interface Kept {
  /** As the server answered them last: the newest ones. */
  newest: readonly DeskMessage[];
  before: readonly DeskMessage[];
  hasMore: boolean;
}

/** After another answer. Where messages may lie between what was shown and the newest ones, only these are shown. */
function moved({ newest, before, hasMore }: Kept, { messages, older }: DeskDialog): Kept {
  const first = messages[0]?.id ?? 0;
  const isJoined = newest.some(({ id }) => id >= first);
  const gone = newest.filter(({ id }) => id < first);
  if (!isJoined || (before.length === 0 && gone.length === 0)) return { newest: messages, before: [], hasMore: older };
  return { newest: messages, before: [...before, ...gone], hasMore };
}

export function useMessages(player: number, dialog: DeskDialog) {
  const [kept, setKept] = useState<Kept>({ newest: dialog.messages, before: [], hasMore: dialog.older });
  const [busy, setBusy] = useState(false);
  const now = kept.newest === dialog.messages ? kept : moved(kept, dialog);
  if (now !== kept) setKept(now);
  const shown = [...now.before, ...now.newest];
  const [oldest] = shown;

  async function load(): Promise<void> {
    if (oldest === undefined) return;
    setBusy(true);
    try {
      const { messages, older } = await call("deskDialog", { params: { id: player }, query: { before: oldest.id } });
      setKept((present) =>
        // Another beginning by now: these don't join it.
        (present.before[0] ?? present.newest[0])?.id === oldest.id
          ? { ...present, before: [...messages, ...present.before], hasMore: older }
          : present,
      );
    } catch (error) {
      toast.error(errorText(error));
    }
    setBusy(false);
  }
  return { shown, hasMore: now.hasMore, busy, load };
}

/** A player's own shortcuts, kept at the server: shown at once when they change, and as they were where that failed. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { accountCall } from "../../api/account.ts";
import { useLogin } from "../../auth/session.ts";
import { errorText, loadTexts, t } from "../../i18n/index.ts";
import { toast } from "../../ui/index.ts";
import { toggled } from "./match.ts";
import { usePlaces } from "./places.ts";
import type { Place } from "./places.ts";

const KEY = ["shortcuts"];
/** One after the other: what was chosen last is what is kept. */
let saving: Promise<unknown> = Promise.resolve();

export interface Shortcuts {
  /** Of those that the player may go to now, in the order in which they were added; undefined: not yet known. */
  pinned: readonly Place[] | undefined;
  places: readonly Place[];
  failed: boolean;
  /** With those that can't be gone to here. */
  count: number;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
}

export function useShortcuts(): Shortcuts {
  const queries = useQueryClient();
  const player = useLogin() !== null;
  const places = usePlaces();
  const { data: ids, isError } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await accountCall("playerSettings")).shortcuts,
    enabled: player,
  });
  return {
    places,
    pinned: ids?.flatMap((id) => places.find((place) => place.id === id) ?? []),
    failed: isError && ids === undefined,
    count: ids?.length ?? 0,
    has: (id) => ids?.includes(id) ?? false,
    toggle(id) {
      const before = queries.getQueryData<string[]>(KEY);
      // What is not known can't be changed without losing some of it.
      if (!before) return;
      const shortcuts = toggled(before, id);
      void queries.cancelQueries({ queryKey: KEY });
      queries.setQueryData(KEY, shortcuts);
      saving = saving.then(async () => {
        try {
          await accountCall("savePlayerSettings", { body: { shortcuts } });
        } catch (error) {
          await loadTexts("tools").catch(() => undefined);
          toast.error(t("tools.notSaved", { reason: errorText(error) }), { id: "shortcuts" });
          queries.setQueryData(KEY, before);
          void queries.invalidateQueries({ queryKey: KEY });
        }
      });
    },
  };
}

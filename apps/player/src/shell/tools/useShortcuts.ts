/** The player's shortcuts: stored at the server, changes are shown at once. */
import type { QueryClient } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "@reelcast/ui";
import { accountCall } from "../../api/account.ts";
import { putAnswer } from "../../api/putAnswer.ts";
import { currentLogin, useLogin } from "../../auth/loginState.ts";
import { errorText, loadTexts, t } from "../../i18n/index.ts";
import { knownIds } from "../navigation/index.ts";
import { changed, existing } from "./match.ts";
import type { Change } from "./match.ts";
import { usePlaces } from "./places.ts";
import type { Place } from "./places.ts";
import { createListSaver } from "./listSaver.ts";

const KEY = ["shortcuts"];

async function sayNotSaved(error: unknown): Promise<void> {
  await loadTexts("tools").catch(() => undefined);
  toast.error(t("tools.notSaved", { reason: errorText(error) }), { id: "shortcuts" });
}
function savingOf(player: number, queries: QueryClient) {
  const here = () => currentLogin()?.user.id === player;
  return createListSaver<Change>({
    apply: (ids, change) => changed(ids, change, knownIds()),
    save: async (shortcuts) => {
      if (!here()) throw new Error("somebody else sits here");
      return (await accountCall("savePlayerSettings", { body: { shortcuts } })).shortcuts;
    },
    show: (ids) => here() && putAnswer(queries, KEY, ids),
    failed: (error) => here() && void sayNotSaved(error),
    settled: (sure) => !sure && here() && void queries.invalidateQueries({ queryKey: KEY }),
  });
}
/** One for each player: unsaved changes of one must not reach another. */
let saving: { player: number; change: ReturnType<typeof savingOf> } | null = null;

export interface Shortcuts {
  /** Of those that the player may go to now, in the order in which they were added; undefined: not yet known. */
  pinned: readonly Place[] | undefined;
  places: readonly Place[];
  failed: boolean;
  /** With those that this player can't go to now, without those that the house no longer has. */
  count: number;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
}

export function useShortcuts(): Shortcuts {
  const queries = useQueryClient();
  const player = useLogin()?.user.id;
  const places = usePlaces();
  const { data: ids, isError } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await accountCall("playerSettings")).shortcuts,
    enabled: player !== undefined,
  });
  return {
    places,
    pinned: ids?.flatMap((id) => places.find((place) => place.id === id) ?? []),
    failed: isError && ids === undefined,
    count: ids ? existing(ids, knownIds()).length : 0,
    has: (id) => ids?.includes(id) ?? false,
    toggle(id) {
      const present = queries.getQueryData<string[]>(KEY);
      // A change of an unknown list would lose entries.
      if (!present || player === undefined) return;
      if (saving?.player !== player) saving = { player, change: savingOf(player, queries) };
      saving.change(present, { id, add: !present.includes(id) });
    },
  };
}

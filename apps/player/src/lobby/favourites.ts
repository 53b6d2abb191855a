/**
 * The machines that the player has marked: stored at the server, with a copy in this browser, so that they are there at
 * the next start. A server that does not store them leaves the copy as the only one.
 */
import { MAX_FAVOURITES } from "@reelcast/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { STORAGE } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { errorText } from "../i18n/index.ts";
import { toast } from "../ui/index.ts";

const FAVOURITES = ["favourites"] as const;
/** Counts what the player marks: of several marks, only the last one's failure undoes what is shown. */
let marks = 0;
const ownKey = () => STORAGE.favourites + (browserStore.get(STORAGE.player) ?? "");

function stored(): readonly number[] {
  try {
    const list: unknown = JSON.parse(browserStore.get(ownKey()) ?? "[]");
    return Array.isArray(list) ? list.filter((id) => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}
function keep(list: readonly number[]): readonly number[] {
  browserStore.set(ownKey(), JSON.stringify(list));
  return list;
}

/** With the machine, newest first, or without it. */
export function toggled(list: readonly number[], id: number): readonly number[] {
  return list.includes(id) ? list.filter((one) => one !== id) : [id, ...list].slice(0, MAX_FAVOURITES);
}

export interface Favourites {
  /** Ids of machines, newest first. */
  list: readonly number[];
  /** The same function at each render. */
  toggle: (id: number) => void;
}

export function useFavourites(): Favourites {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: FAVOURITES,
    queryFn: async () => {
      const { accountCall } = await import("../api/account.ts");
      const { favourites } = await accountCall("playerSettings");
      return favourites ? keep(favourites) : stored();
    },
    placeholderData: stored,
  });
  const toggle = useCallback(
    (id: number) => {
      const before = queries.getQueryData<readonly number[]>(FAVOURITES) ?? stored();
      const list = toggled(before, id);
      const show = (shown: readonly number[]) => queries.setQueryData(FAVOURITES, keep(shown));
      // An answer that is under way does not know of this mark.
      void queries.cancelQueries({ queryKey: FAVOURITES });
      show(list);
      const mark = ++marks;
      void import("../api/account.ts")
        .then(({ accountCall }) => accountCall("savePlayerSettings", { body: { favourites: [...list] } }))
        .catch((error: unknown) => {
          if (mark === marks) show(before);
          toast.error(errorText(error));
        });
    },
    [queries],
  );
  return { list: data ?? [], toggle };
}

/**
 * The player's own machines: those that they have marked, and those that they have played lately. The server knows both. A
 * copy in this browser shows them at once at the next start; a server that stores no marks leaves the copy as the only one.
 */
import { MAX_FAVOURITES } from "@reelcast/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { STORAGE } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { errorText } from "../i18n/index.ts";
import { toast } from "../ui/index.ts";

const FAVOURITES = ["favourites"] as const;
/** Sessions that are read: a player often returns to the same machine. */
const SESSIONS = 50;
/** Counts what the player marks: of several marks, only the last one's failure undoes what is shown. */
let marks = 0;

type Copy = "favourites" | "recentlyPlayed";
const keyOf = (copy: Copy) => STORAGE[copy] + (browserStore.get(STORAGE.player) ?? "");
function stored(copy: Copy): readonly number[] {
  try {
    const list: unknown = JSON.parse(browserStore.get(keyOf(copy)) ?? "[]");
    return Array.isArray(list) ? list.filter((id) => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}
function keep(copy: Copy, list: readonly number[]): readonly number[] {
  browserStore.set(keyOf(copy), JSON.stringify(list));
  return list;
}

/** With the machine, newest first, or without it. */
function toggled(list: readonly number[], id: number): readonly number[] {
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
      return favourites ? keep("favourites", favourites) : stored("favourites");
    },
    placeholderData: () => stored("favourites"),
  });
  const toggle = useCallback(
    (id: number) => {
      const before = queries.getQueryData<readonly number[]>(FAVOURITES) ?? stored("favourites");
      const list = toggled(before, id);
      const show = (shown: readonly number[]) => queries.setQueryData(FAVOURITES, keep("favourites", shown));
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

/** Ids of the machines, the last one first. */
export function useRecentlyPlayed(): readonly number[] {
  const { data } = useQuery({
    queryKey: ["recentlyPlayed"],
    queryFn: async ({ signal }) => {
      const { historyCall } = await import("../api/history.ts");
      const { items } = await historyCall("sessions", { query: { limit: SESSIONS } }, { signal });
      return keep("recentlyPlayed", [...new Set(items.map(({ machineId }) => machineId))]);
    },
    placeholderData: () => stored("recentlyPlayed"),
  });
  return data ?? [];
}

/**
 * The player's own machines: those that they have marked, and those that they have played lately. The server knows both. A
 * copy in this browser shows them at once at the next start; a server that stores no marks leaves the copy as the only one.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { MAX_FAVOURITES } from "@reelcast/contract";
import { SerialQueue } from "@reelcast/contract/serialQueue";
import { toast } from "@reelcast/ui";
import { STORAGE } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { errorText } from "../i18n/index.ts";

const FAVOURITES = ["favourites"] as const;
/** Sessions that are read: a player often returns to the same machine. */
const SESSIONS = 50;
/** Saves one mark after the other, in the order of the presses. */
const saves = new SerialQueue();

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

/** One press of a star. */
interface Mark {
  id: number;
  marked: boolean;
}
interface Marks {
  /** What the server stores. */
  saved: readonly number[];
  /** On their way to it. */
  pending: readonly Mark[];
}

/** With the machine, newest first, or without it. */
function withMark(list: readonly number[], { id, marked }: Mark): readonly number[] {
  if (list.includes(id) === marked) return list;
  return marked ? [id, ...list].slice(0, MAX_FAVOURITES) : list.filter((one) => one !== id);
}
const shownOf = ({ saved, pending }: Marks): readonly number[] => pending.reduce(withMark, saved);

/** What the server stores now; without marks of its own, what this browser does. @throws ApiError */
async function readMarks(): Promise<readonly number[]> {
  const { accountCall } = await import("../api/account.ts");
  const { favourites } = await accountCall("playerSettings");
  return favourites ? keep("favourites", favourites) : stored("favourites");
}
/** Resolves with the new list, which has the marks of other windows and devices too. @throws ApiError */
async function saveMark(mark: Mark): Promise<readonly number[]> {
  const { id, marked } = mark;
  const { accountCall } = await import("../api/account.ts");
  const { favourites } = await accountCall("savePlayerSettings", {
    body: { favouritesChange: { [marked ? "add" : "remove"]: [id] } },
  });
  if (favourites?.includes(id) === marked) return keep("favourites", favourites);
  // This server knows no single marks: it stores whole lists, or none.
  const list = withMark(favourites ?? stored("favourites"), mark);
  await accountCall("savePlayerSettings", { body: { favourites: [...list] } });
  return keep("favourites", list);
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
    queryFn: async (): Promise<Marks> => {
      const saved = await readMarks();
      return { saved, pending: queries.getQueryData<Marks>(FAVOURITES)?.pending ?? [] };
    },
    placeholderData: (): Marks => ({ saved: stored("favourites"), pending: [] }),
    select: shownOf,
  });
  const toggle = useCallback(
    (id: number) => {
      const player = browserStore.get(STORAGE.player);
      const change = (to: (marks: Marks) => Marks) => {
        // An answer that is under way does not know of this change.
        void queries.cancelQueries({ queryKey: FAVOURITES });
        queries.setQueryData<Marks>(FAVOURITES, (marks) => to(marks ?? { saved: stored("favourites"), pending: [] }));
      };
      const shown = shownOf(queries.getQueryData<Marks>(FAVOURITES) ?? { saved: stored("favourites"), pending: [] });
      const mark = { id, marked: !shown.includes(id) };
      change(({ saved, pending }) => ({ saved, pending: [...pending, mark] }));
      void saves.enqueue(async () => {
        // Another player has logged in since: it is not theirs.
        if (browserStore.get(STORAGE.player) !== player) return;
        let list: readonly number[] | null = null;
        try {
          list = await saveMark(mark);
        } catch (error) {
          toast.error(errorText(error));
        }
        change(({ saved, pending }) => ({ saved: list ?? saved, pending: pending.filter((one) => one !== mark) }));
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

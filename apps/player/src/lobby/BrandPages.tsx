/**
 * The lobby of a house with more machines than one list has: brand after brand as the player comes to them, a search that the
 * server carries out, and the player's own machines by their numbers. Only what is read is followed by the notification socket.
 */
import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Brand, Machine } from "@reelcast/contract";
import { SOCKET } from "@reelcast/contract";
import { reloadQueries } from "@reelcast/client/reloadQueries";
import { Button, Skeleton } from "@reelcast/ui";
import { call } from "../api/index.ts";
import { useSettings } from "../api/useSettings.ts";
import { isFew } from "../api/machines.ts";
import { useOpenSession } from "../auth/openSession.ts";
import { useT } from "../i18n/index.ts";
import { showStatusesOf } from "../session/notifications.ts";
import { Waiting } from "../shell/Waiting.tsx";
import { countFree, freeIn, isOfBrand, sharedMachines } from "./list.ts";
import { MOST_FOUND, createPageOrder, findMachines, readBrand, readOwn } from "./machinePages.ts";
import { wordsOf } from "./order.ts";
import { useFavourites, useRecentlyPlayed } from "./ownMachines.ts";
import { GAMES, useGameName } from "./useGameName.ts";
import { OTHERS_EVERY } from "./useLobby.ts";
import type { Lobby, LobbyFilter } from "./useLobby.ts";

/** How many brands the player has come to; kept while the player is at a machine. */
const REACHED = ["lobbyReached"];
/** The beginning of the list is read again so often after the brands have shrunk: another process may answer it a little later. */
const SHRUNK_TRIES = 3;
/** Nothing is searched for while one types. */
const SETTLES_MS = 250;
/** The next brand is read when the end of the list is so near the window. */
const NEAR = "1500px";
/** The key of all lists of machines begins with this: pushed statuses are written into each. */
const pageKey = (...of: (string | number)[]) => ["machines", ...of];

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLES_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** All brands, also where the house shows none. */
function useBrands({ brands }: Lobby) {
  const { showLobby, lobbyRefreshSeconds } = useSettings();
  const own = useQuery({
    queryKey: ["brandsOfPages"],
    queryFn: ({ signal }) => call("brands", {}, { signal }),
    refetchInterval: lobbyRefreshSeconds * 1_000,
    enabled: !showLobby,
  });
  return showLobby ? brands : own;
}

/** Once the brands have so few machines that one list has them, that list is read again, and takes the place of the pages. */
function useShrunk({ data, dataUpdatedAt }: ReturnType<typeof useBrands>): void {
  const queries = useQueryClient();
  const tries = useRef(0);
  const isShrunk = data !== undefined && isFew(data.reduce((sum, { machineCount }) => sum + machineCount, 0));
  // oxlint-disable-next-line react/exhaustive-deps -- tried with each answer
  useEffect(() => {
    if (!isShrunk) tries.current = 0;
    else if (tries.current < SHRUNK_TRIES) {
      tries.current += 1;
      void reloadQueries(queries, ["machines"]);
    }
  }, [queries, isShrunk, dataUpdatedAt]);
}

/** The pages of the brands that the player has come to, or of the open one. */
function useBrandPages(lobby: Lobby, filter: LobbyFilter) {
  const queries = useQueryClient();
  const { active } = lobby;
  const brands = useBrands(lobby);
  useShrunk(brands);
  const [reached, setReached] = useState(() => queries.getQueryData<number>(REACHED) ?? 1);
  const [orderOf] = useState(createPageOrder);
  const sequence = active ? [active] : (brands.data ?? []).filter(({ machineCount }) => machineCount > 0);
  const wanted = sequence.slice(0, active ? 1 : reached);
  const refetchInterval = useSettings().lobbyRefreshSeconds * 1_000;
  const first = lobby.machines.data ?? [];
  const results = useQueries({
    queries: wanted.map((brand) => ({
      queryKey: pageKey("brand", brand.id),
      queryFn: ({ signal }: { signal: AbortSignal }) => readBrand(brand.id, signal),
      structuralSharing: sharedMachines,
      // Their statuses are pushed.
      refetchInterval: active ? refetchInterval : refetchInterval * OTHERS_EVERY,
    })),
  });
  const read = wanted.flatMap((brand, n) => {
    const machines = results[n]?.data;
    return machines ? [{ brand, machines }] : [];
  });
  // What the first list has of the first brand is shown until that brand has come.
  const [beginning] = wanted;
  const early = read.length === 0 && beginning ? first.filter((machine) => isOfBrand(machine, beginning)) : [];
  const pages = early.length > 0 && beginning ? [{ brand: beginning, machines: early }] : read;
  const last = results.at(-1);
  const more = !active && reached < sequence.length;
  return {
    brands,
    machines: orderOf(pages, filter.sort, filter.ranks),
    known: pages.length > 0 || (brands.data !== undefined && sequence.length === 0),
    read,
    keys: wanted.map(({ id }) => pageKey("brand", id)),
    failed: results.find(({ data, isError }) => data === undefined && isError),
    waiting: results.some(({ isPending }) => isPending),
    fetching: results.some(({ isRefetching }) => isRefetching),
    outdated: results.some(({ isRefetchError }) => isRefetchError),
    more,
    next: () => {
      if (!more || last?.data === undefined) return;
      setReached(reached + 1);
      queries.setQueryData(REACHED, reached + 1);
    },
  };
}

/** The player's seat, the machines played lately and the favourites. */
function useOwn() {
  const house = useSettings();
  const { list } = useFavourites();
  const recent = useRecentlyPlayed();
  const seat = useOpenSession()?.id;
  const ids = [...new Set([...(seat === undefined ? [] : [seat]), ...recent, ...list])];
  const sorted = ids.toSorted((one, other) => one - other);
  const result = useQuery({
    queryKey: pageKey("own", sorted.join(",")),
    queryFn: ({ signal }) => readOwn(sorted, signal),
    structuralSharing: sharedMachines,
    placeholderData: keepPreviousData,
    refetchInterval: house.lobbyRefreshSeconds * 1_000 * OTHERS_EVERY,
  });
  return { ids, result };
}

/** @param text what is searched for; "": nothing */
function useFound(text: string, brand: Brand | null) {
  const house = useSettings();
  const nameOf = useGameName();
  const settled = useSettled(text);
  const result = useQuery({
    queryKey: pageKey("found", brand?.id ?? 0, settled),
    queryFn: ({ signal }) => findMachines({ text: settled, brand: brand?.id, games: GAMES, nameOf }, signal),
    structuralSharing: sharedMachines,
    enabled: wordsOf(settled).length > 0,
    refetchInterval: house.lobbyRefreshSeconds * 1_000,
    gcTime: 60_000,
  });
  const isAwaited = result.isPending && wordsOf(settled).length > 0;
  return { result, settled, waiting: settled !== text || isAwaited };
}

/** What is no page: found machines, or the favourites. In the order that is chosen, as it was when they were first read. */
function useListOrder({ sort, ranks, favouritesOnly }: LobbyFilter, text: string) {
  const [orderOf] = useState(createPageOrder);
  const choice = useMemo(() => ({ ranks, favouritesOnly, text }), [ranks, favouritesOnly, text]);
  return (machines: readonly Machine[]) => orderOf([{ brand: { id: 0 }, machines }], sort, choice);
}

/** The notification socket follows what is read; after the lobby, the player's own machines alone. */
function useStatusesOf(brands: readonly number[], machines: readonly number[]): void {
  const shown = JSON.stringify({
    brands: brands.slice(-SOCKET.shownBrands),
    machines: machines.slice(0, SOCKET.shownMachines),
  });
  useEffect(() => showStatusesOf(JSON.parse(shown) as Parameters<typeof showStatusesOf>[0]), [shown]);
  const leave = useEffectEvent(() => {
    showStatusesOf({ brands: [], machines: machines.slice(0, SOCKET.shownMachines) });
  });
  useEffect(() => () => leave(), []);
}

interface PagesEndProps {
  waiting: boolean;
  /** There are further brands. */
  more: boolean;
  failed: boolean;
  /** Changes when the list has grown. */
  length: number;
  onNear: () => void;
  onRetry: () => void;
}
/** Stands below the list: what is on its way, or could not be read. */
function PagesEnd({ waiting, more, failed, length, onNear, onRetry }: PagesEndProps) {
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  // oxlint-disable-next-line react/exhaustive-deps -- a list that has grown is looked at again
  useEffect(() => {
    if (!end.current) return;
    // A busy browser reports several changes in one call: the last one says where the end is now.
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting === true && near(), {
      rootMargin: `0px 0px ${NEAR} 0px`,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [length, waiting]);
  return (
    <div ref={end} className="pt-3">
      {failed ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p>{t("brandPages.failed")}</p>
          <Button onClick={onRetry}>{t("shell.retry")}</Button>
        </div>
      ) : waiting || more ? (
        <div role="group" aria-label={t("brandPages.loading")} aria-busy="true">
          <Waiting waiting={waiting} onRetry={onRetry} className="pb-3" />
          <Skeleton className="h-40 rounded-lg" />
        </div>
      ) : null}
    </div>
  );
}

export interface BrandPagesProps {
  /** With the beginning of the list. */
  lobby: Lobby;
  filter: LobbyFilter;
  /** Draws the lobby with these machines. */
  children: (lobby: Lobby) => ReactNode;
}
export default function BrandPages({ lobby, filter, children }: BrandPagesProps) {
  const t = useT();
  const queries = useQueryClient();
  const isSearch = wordsOf(filter.text).length > 0;
  const own = useOwn();
  const found = useFound(isSearch ? filter.text : "", lobby.active);
  const pages = useBrandPages(lobby, filter);
  const isPaged = !isSearch && !filter.favouritesOnly;
  const foundMachines = isSearch ? found.result.data : undefined;
  const listOrder = useListOrder(filter, found.settled);
  useStatusesOf(
    pages.read.map(({ brand }) => brand.id),
    [...own.ids, ...(foundMachines ?? []).map(({ id }) => id)],
  );

  const refresh = () =>
    reloadQueries(
      queries,
      ["brands"],
      ["machines"],
      pageKey("own", own.ids.toSorted((one, other) => one - other).join(",")),
      ...(isSearch ? [pageKey("found", lobby.active?.id ?? 0, filter.text)] : pages.keys),
    );
  // What is known shows what it has of the search until the answer has come.
  const early = isSearch && found.result.isError ? undefined : pages.machines;
  const list = filter.favouritesOnly ? own.result.data : foundMachines;
  const listed = list ? listOrder(list) : filter.favouritesOnly ? undefined : early;
  const isKnown = isPaged ? pages.known : listed !== undefined;
  const source = filter.favouritesOnly ? own.result : isSearch ? found.result : pages.failed;
  const freeOf = (brand: Brand) => {
    const page = pages.read.find((one) => one.brand.id === brand.id);
    return page ? freeIn(countFree(page.machines), brand) : (brand.freeCount ?? 0);
  };
  const machines: Lobby["machines"] = {
    data: isKnown ? (listed ?? []) : undefined,
    isError: !isKnown && source?.isError === true,
    error: source?.error ?? null,
    isFetching: pages.fetching || own.result.isRefetching || found.result.isRefetching,
  };
  const note =
    isSearch &&
    !found.waiting &&
    foundMachines?.length === MOST_FOUND &&
    t("brandPages.mostFound", { count: MOST_FOUND });
  return (
    <>
      {children({
        ...lobby,
        machines,
        loading: machines.data === undefined,
        outdated: lobby.outdated || pages.outdated || own.result.isRefetchError || found.result.isRefetchError,
        refresh,
        pages: {
          own: own.result.data ?? (own.result.isError ? [] : undefined),
          freeOf,
          pending: (isSearch && found.waiting) || (isPaged && pages.more),
          note: note ? <p className="pb-3 text-sm text-muted">{note}</p> : null,
        },
      })}
      {isPaged && isKnown ? (
        <PagesEnd
          waiting={pages.waiting}
          more={pages.more}
          failed={pages.failed !== undefined}
          length={pages.read.length}
          onNear={pages.next}
          onRetry={() => void refresh()}
        />
      ) : null}
    </>
  );
}

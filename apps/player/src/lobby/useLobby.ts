/** Brands and machines as the lobby shows them: read again regularly, and kept up to date by the notification socket. */
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Brand, Machine } from "@reelcast/contract";
import { reloadQueries } from "@reelcast/client/reloadQueries";
import { toast } from "@reelcast/ui";
import { isPart, readMachines } from "../api/machines.ts";
import { call } from "../api/index.ts";
import { useSettings } from "../api/useSettings.ts";
import { useOpenSession } from "../auth/openSession.ts";
import { useT } from "../i18n/index.ts";
import { showStatusesOf } from "../session/notifications.ts";
import { hiddenWhere, sharedMachines, slugOf, withBrand } from "./list.ts";
import { wordsOf } from "./order.ts";
import type { Ranks, Sort } from "./order.ts";

/** While one brand is open, the list of all machines is read again at every sixth refresh of that brand. */
export const OTHERS_EVERY = 6;

export interface LobbyFilter {
  /** What is searched for, as it was typed. */
  text: string;
  freeOnly: boolean;
  favouritesOnly: boolean;
  sort: Sort;
  /** The order that the player has chosen, as it was then. */
  ranks: Ranks | null;
}
export const NO_FILTER: LobbyFilter = { text: "", freeOnly: false, favouritesOnly: false, sort: "house", ranks: null };

/** Kept while the player is at a machine, and forgotten at logout. */
export function useLobbyFilter(): [LobbyFilter, (filter: LobbyFilter) => void] {
  const queries = useQueryClient();
  const [filter, setFilter] = useState(() => queries.getQueryData<LobbyFilter>(["lobbyFilter"]) ?? NO_FILTER);
  return [
    filter,
    (next) => {
      setFilter(next);
      queries.setQueryData(["lobbyFilter"], next);
    },
  ];
}

/** Corrects an address with an unknown brand, or with another name than the brand's. */
function useProperAddress(active: Brand | null, isUnknown: boolean): void {
  const t = useT();
  const navigate = useNavigate();
  const { id, name } = useParams({ strict: false });
  const slug = active ? slugOf(active.name) : undefined;
  useEffect(() => {
    // What comes late must not take a player back who is on the way to another screen.
    if (!location.pathname.startsWith("/lobby/")) return;
    if (isUnknown) {
      toast.info(t("lobby.brandGone"), { id: "brand-gone" });
      void navigate({ to: "/lobby", replace: true });
    } else if (slug !== undefined && name !== slug && id !== undefined) {
      void navigate({ to: "/lobby/$id/$name", params: { id, name: slug }, replace: true });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- another language or `navigate` does not change the address
  }, [isUnknown, slug, name, id]);
}

/**
 * All machines, and those of the open brand more often: there may be thousands of others.
 * @param active the open brand; null: all
 */
function useMachines(active: Brand | null) {
  const queries = useQueryClient();
  const refetchInterval = useSettings().lobbyRefreshSeconds * 1000;
  const all = useQuery({
    queryKey: ["machines"],
    queryFn: readMachines,
    structuralSharing: sharedMachines,
    // While one brand is open, only the other brands' numbers of free machines need it. A large house is read by brands.
    refetchInterval: ({ state }) => !isPart(state.data) && (active ? refetchInterval * OTHERS_EVERY : refetchInterval),
  });
  const many = isPart(all.data);
  const isWhole = all.data !== undefined && !many;
  useEffect(() => {
    if (isWhole) showStatusesOf(null);
  }, [isWhole]);
  const ofActive = useQuery({
    queryKey: ["lobby", active?.id],
    queryFn:
      // Not while it is unknown whether the brands are read as pages: they read this one themselves.
      active && isWhole
        ? async ({ signal }) => {
            const answer = await call("brandLobby", { params: { id: active.id } }, { signal });
            queries.setQueryData<Machine[]>(["machines"], (known) =>
              known && !isPart(known)
                ? withBrand(known, active, Array.isArray(answer) ? answer : answer.machines)
                : known,
            );
            return null;
          }
        : skipToken,
    refetchInterval,
  });
  return { machines: all, many, outdated: all.isRefetchError || ofActive.isError };
}

export interface Lobby {
  brands: UseQueryResult<Brand[]>;
  machines: Pick<UseQueryResult<Machine[]>, "data" | "isFetching" | "isError" | "error">;
  /** The open brand; null: all. */
  active: Brand | null;
  loading: boolean;
  /** The last refresh failed. */
  outdated: boolean;
  /** Reads all that is shown again. Never rejects. */
  refresh: () => Promise<void>;
  /** The house has more machines than are read as one list (BrandPages.tsx): `machines` are the first ones. */
  many: boolean;
  /** Of such a house, once its pages are there. */
  pages?: {
    /** The player's own machines; undefined: on their way. */
    own: readonly Machine[] | undefined;
    freeOf: (brand: Brand) => number;
    /** What is shown may become more. */
    pending: boolean;
    note: ReactNode;
  };
}

export function useLobby(): Lobby {
  const queries = useQueryClient();
  const { id: brandParam } = useParams({ strict: false });
  const { lobbyRefreshSeconds, showLobby } = useSettings();
  const brands = useQuery({
    queryKey: ["brands"],
    queryFn: ({ signal }) => call("brands", {}, { signal }),
    refetchInterval: lobbyRefreshSeconds * 1000,
    enabled: showLobby,
  });
  const brandId = brandParam !== undefined && /^\d+$/.test(brandParam) ? Number(brandParam) : null;
  const active = brands.data?.find((brand) => brand.id === brandId) ?? null;
  const { machines, many, outdated } = useMachines(active);
  const isUnknown = brandParam !== undefined && active === null && (brands.data !== undefined || !showLobby);
  useProperAddress(active, isUnknown);
  // Which machines the address means is known once the brands are.
  const awaitsBrand = brandParam !== undefined && showLobby && brands.data === undefined && !brands.isError;
  return {
    brands,
    machines,
    many,
    active,
    loading: machines.data === undefined || awaitsBrand,
    outdated,
    refresh: () => reloadQueries(queries, ["machines"], ["brands"]),
  };
}

/** Fewer machines are shown than there are. */
export const isNarrowed = ({ text, freeOnly, favouritesOnly }: LobbyFilter) =>
  wordsOf(text).length > 0 || freeOnly || favouritesOnly;

/** Which machines the player is not shown. */
export function useHidden(): (machine: Machine) => boolean {
  return hiddenWhere(useSettings().hideReserved, useOpenSession()?.id ?? null);
}

/** The lobby: jackpots, brands in a row, the player's own machines, and all machines with live statuses. */
import { useNavigate } from "@tanstack/react-router";
import {
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useState,
} from "react";
import { ErrorCode } from "@reelcast/contract";
import type { Machine } from "@reelcast/contract";
import { Button, Message, Skeleton, whenIdle } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useOpenSession } from "../auth/openSession.ts";
import { errorText, useT } from "../i18n/index.ts";
import { MachineRules } from "../machineRules/index.tsx";
import { beginScreen } from "../screens/early.ts";
import { useNewPlay } from "../shell/newPlay.ts";
import { Waiting } from "../shell/Waiting.tsx";
import { lazyPart } from "../i18n/lazyPart.ts";
import { BrandChips } from "./BrandChips.tsx";
import { Grid, GridRoom } from "./Grid.tsx";
import { brandNameOf, brandPicture, countFree, freeIn, shownMachines, sizedPicture, slugOf } from "./list.ts";
import { createSearch, inRanks, ranksOf, wordsOf } from "./order.ts";
import { Toolbar } from "./Toolbar.tsx";
import { useFavourites, useRecentlyPlayed } from "./ownMachines.ts";
import { ShelfSpace } from "./ShelfSpace.tsx";
import type { ShelvesProps } from "./Shelves.tsx";
import { useGameName } from "./useGameName.ts";
import { NO_FILTER, useLobby, useLobbyFilter } from "./useLobby.ts";
import type { Lobby, LobbyFilter } from "./useLobby.ts";
import { usePresses } from "./usePresses.ts";

const Jackpots = lazyPart(() => import("./Jackpots.tsx"));
const JackpotUpdates = lazyPart(whenIdle(() => import("./JackpotUpdates.tsx")));
const Shelves = lazyPart(() => import("./Shelves.tsx"));
const BrandPages = lazyPart(() => import("./BrandPages.tsx"), "brandPages");

const isNarrowed = ({ text, freeOnly, favouritesOnly }: LobbyFilter) =>
  wordsOf(text).length > 0 || freeOnly || favouritesOnly;

/** The machines that are shown, in their order. */
function useShown({ machines, active, many }: Lobby, filter: LobbyFilter, favourites: ReadonlySet<number>) {
  const { hideReserved } = useSettings();
  const gameName = useGameName();
  const search = useMemo(() => createSearch(gameName), [gameName]);
  const words = wordsOf(filter.text);
  const matches = (machine: Machine) =>
    (!filter.favouritesOnly || favourites.has(machine.id)) && (words.length === 0 || search(machine, words));
  const found = shownMachines(machines.data ?? [], { brand: active, freeOnly: filter.freeOnly, matches }, hideReserved);
  // Pages are in their own order.
  return many ? found : inRanks(found, filter.ranks);
}

/** Opens a machine by a press on its card. */
function useOpen(): (machine: Machine, event: MouseEvent) => void {
  const navigate = useNavigate();
  usePresses();
  return useCallback(
    (machine, event) => {
      // Anything but a plain press (a new tab, say) is left to the browser.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      beginScreen(`/game/${machine.id}`);
      void navigate({
        to: "/game/$gameId/$name",
        params: { gameId: String(machine.id), name: slugOf(machine.name) },
      });
    },
    [navigate],
  );
}

export default function LobbyScreen() {
  const t = useT();
  const lobby = useLobby();
  // At a start, the frame around the lobby is drawn first, then the lobby, then its machines: none of them holds up a
  // press for long. What is already known is drawn at once: coming back, the player finds the place in the list.
  const mayDraw = useDeferredValue(true, !lobby.loading);
  const waits = useDeferredValue(lobby.loading);
  const [isStart] = useState(lobby.loading);
  const [filter, setFilter] = useLobbyFilter();
  // Counted here: the whole lobby is drawn again with what a refresh has read.
  const [refreshes, onRefreshed] = useReducer((count: number) => count + 1, 0);
  const parts = (shown: Lobby) => (
    <LobbyParts lobby={shown} {...{ isStart, filter, setFilter, refreshes, onRefreshed }} />
  );
  const waiting = { ...lobby, loading: true };
  return (
    <>
      <h1 className="sr-only">{t("shell.lobby")}</h1>
      {!mayDraw ? null : !lobby.many || waits ? (
        parts(waits ? waiting : lobby)
      ) : (
        <Suspense fallback={parts(waiting)}>
          <BrandPages lobby={lobby} filter={filter}>
            {parts}
          </BrandPages>
        </Suspense>
      )}
    </>
  );
}

interface LobbyPartsProps {
  lobby: Lobby;
  /** The lobby was opened before its machines were known. */
  isStart: boolean;
  filter: LobbyFilter;
  setFilter: (filter: LobbyFilter) => void;
  /** How many refreshes that the player has asked for are over. */
  refreshes: number;
  onRefreshed: () => void;
}
function LobbyParts({ lobby, isStart, filter, setFilter, refreshes, onRefreshed }: LobbyPartsProps) {
  const t = useT();
  const { list, toggle } = useFavourites();
  const favourites = useMemo(() => new Set(list), [list]);
  const onOpen = useOpen();
  const session = useOpenSession();
  const { brands, machines, active, loading, refresh, many, pages } = lobby;
  const shown = useShown(lobby, filter, favourites);
  const pictures = useMemo(() => new Map(brands.data?.map((brand) => [brand.name, brand.image])), [brands.data]);
  const pictureOf = useCallback(
    (machine: Machine) => sizedPicture(pictures.get(brandNameOf(machine)) || brandPicture(brandNameOf(machine)), 240),
    [pictures],
  );
  const mine = session?.id ?? null;
  const [rules, setRules] = useState({ open: false, machineId: 0 });
  const onRules = useCallback((machineId: number) => setRules({ open: true, machineId }), []);
  const sortBy = (sort: LobbyFilter["sort"]) =>
    setFilter({ ...filter, sort, ranks: ranksOf((!many && machines.data) || [], sort) });
  // Chosen while the house was shown by pages.
  const sortWhole = useEffectEvent(() => {
    if (filter.ranks?.size === 0) sortBy(filter.sort);
  });
  const isWhole = !many && !loading;
  useEffect(() => {
    if (isWhole) sortWhole();
  }, [isWhole]);
  const sortRefreshed = useEffectEvent(() => sortBy(filter.sort));
  useEffect(() => {
    if (refreshes > 0) sortRefreshed();
  }, [refreshes]);
  return (
    <>
      <NewPlayNotice />
      <JackpotRow lobby={lobby} />
      <Brands lobby={lobby} />
      {active === null && !isNarrowed(filter) ? (
        <OwnMachines
          machines={pages ? pages.own : loading ? undefined : machines.data}
          favourites={list}
          {...{ mine, pictureOf, onOpen }}
        />
      ) : null}
      <Toolbar
        filter={filter}
        onFilter={setFilter}
        onSort={sortBy}
        refreshing={machines.isFetching}
        onRefresh={() => void refresh().then(onRefreshed)}
        shown={loading ? "" : t("lobby.shown", { count: shown.length })}
      />
      {pages?.note}
      {lobby.outdated ? (
        <p role="status" className="pb-3 text-sm text-warning">
          {t("shell.notFresh")}
        </p>
      ) : null}
      <GridRoom waits={isStart}>
        {(place) => {
          if (shown.length === 0 || loading) return <NoMachines lobby={lobby} filter={filter} onFilter={setFilter} />;
          if (place)
            return (
              <Grid machines={shown} onStar={toggle} {...{ place, pictureOf, mine, favourites, onOpen, onRules }} />
            );
          return isStart ? <LoadingMachines waiting={false} onRetry={() => void refresh()} /> : null;
        }}
      </GridRoom>
      <MachineRules {...rules} onClose={() => setRules({ ...rules, open: false })} />
    </>
  );
}

/** The reason of the refusals that each machine would give, before the player meets one. */
function NewPlayNotice() {
  return useNewPlay() ? null : (
    <p role="status" className="mb-3 rounded-md bg-warning/12 p-3 text-[.9375rem] text-warning">
      {errorText({ code: ErrorCode.NewPlayPaused, params: {} })}
    </p>
  );
}

type OwnMachinesProps = Omit<ShelvesProps, "machines" | "played"> & {
  machines: readonly Machine[] | undefined;
};
/** What the player has played lately, the open seat first, and what they have marked. */
function OwnMachines({ machines, favourites, mine, ...more }: OwnMachinesProps) {
  const recent = useRecentlyPlayed();
  const played = mine === null ? recent : [mine, ...recent.filter((id) => id !== mine)];
  const space = <ShelfSpace filled={[played.length > 0, favourites.length > 0]} />;
  if (!machines) return space;
  return (
    <Suspense fallback={space}>
      <Shelves {...{ machines, played, favourites, mine }} {...more} />
    </Suspense>
  );
}

/** The jackpots of all brands. */
function JackpotRow({ lobby: { brands, active } }: { lobby: Lobby }) {
  const house = useSettings();
  if (brands.data === undefined && house.showLobby && !brands.isError) return <div className="h-[86px]" />;
  if (!brands.data?.some(({ jackpot }) => jackpot !== "")) return null;
  return (
    <>
      <Suspense>
        <JackpotUpdates />
      </Suspense>
      <Suspense fallback={<div className="h-[86px]" />}>
        <Jackpots brands={brands.data} active={active} />
      </Suspense>
    </>
  );
}

/** The chips of all brands. */
function Brands({ lobby: { brands, machines, active, many, pages } }: { lobby: Lobby }) {
  const house = useSettings();
  if (!house.showLobby || (brands.data === undefined && brands.isError)) return null;
  const free = countFree(machines.data ?? []);
  return (
    <BrandChips
      brands={brands.data}
      active={active?.id ?? null}
      freeOf={pages?.freeOf ?? ((brand) => (machines.data && !many ? freeIn(free, brand) : (brand.freeCount ?? 0)))}
    />
  );
}

interface NoMachinesProps {
  lobby: Lobby;
  filter: LobbyFilter;
  onFilter: (filter: LobbyFilter) => void;
}
/** Why there is no grid. */
function NoMachines({ lobby, filter, onFilter }: NoMachinesProps) {
  const t = useT();
  const { brands, machines, loading, refresh, pages } = lobby;
  if (machines.data === undefined && machines.isError)
    return (
      <Message title={t("lobby.errorTitle")} text={errorText(machines.error)}>
        <Button onClick={() => void refresh()}>{t("shell.retry")}</Button>
      </Message>
    );
  if (loading || pages?.pending)
    return <LoadingMachines waiting={machines.isFetching || brands.isFetching} onRetry={() => void refresh()} />;
  if (!isNarrowed(filter)) return <Message title={t("lobby.emptyTitle")} text={t("lobby.emptyText")} />;
  const onlyMarked = filter.favouritesOnly && wordsOf(filter.text).length === 0 && !filter.freeOnly;
  return (
    <Message title={t("lobby.noMatchTitle")} text={onlyMarked ? t("lobby.favouritesEmpty") : t("lobby.noMatchText")}>
      <Button onClick={() => onFilter({ ...NO_FILTER, sort: filter.sort, ranks: filter.ranks })}>
        {t("lobby.resetFilters")}
      </Button>
    </Message>
  );
}

function LoadingMachines({ waiting, onRetry }: { waiting: boolean; onRetry: () => void }) {
  const t = useT();
  return (
    <>
      <Waiting waiting={waiting} onRetry={onRetry} className="pb-4" />
      <div
        className="grid grid-cols-[repeat(auto-fill,minmax(max(160px,min(200px,18%)),1fr))] gap-3"
        role="group"
        aria-label={t("lobby.loading")}
        aria-busy="true"
      >
        {Array.from({ length: 12 }, (_, n) => (
          <Skeleton key={n} className="aspect-4/5 rounded-lg" />
        ))}
      </div>
    </>
  );
}

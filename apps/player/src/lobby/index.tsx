/** The lobby: jackpots, brands in a row, the player's own machines, and all machines with live statuses. */
import { useNavigate, useRouter } from "@tanstack/react-router";
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
import type { Brand, Machine } from "@reelcast/contract";
import { whenIdle } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useLogin } from "../auth/loginState.ts";
import { useOpenSession } from "../auth/openSession.ts";
import { errorText, useT } from "../i18n/index.ts";
import { MachineRules } from "../machineRules/index.tsx";
import { beginScreen, isScreenLoaded } from "../screens/early.ts";
import { dropSeatPlan, planSeat } from "../session/seatPlan.ts";
import { useNewPlay } from "../shell/newPlay.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { Grid, GridRoom } from "./Grid.tsx";
import type { GridProps } from "./Grid.tsx";
import { growIntoGame } from "./growIntoGame.ts";
import { LobbyHead } from "./Head.tsx";
import { brandNameOf, brandPicture, countFree, freeIn, shownMachines, sizedPicture, slugOf } from "./list.ts";
import { LoadingMachines, NoMachines } from "./NoMachines.tsx";
import { createSearch, inRanks, ranksOf, wordsOf } from "./order.ts";
import { useFavourites } from "./ownMachines.ts";
import { sectionsOf } from "./sections.ts";
import { useGameName } from "./useGameName.ts";
import { useHidden, useLobby, useLobbyFilter } from "./useLobby.ts";
import type { Lobby, LobbyFilter } from "./useLobby.ts";
import { usePresses } from "./usePresses.ts";

const JackpotUpdates = lazyPart(whenIdle(() => import("./JackpotUpdates.tsx")));
const BrandPages = lazyPart(() => import("./BrandPages.tsx"), "brandPages");

/** The machines that are shown, under their brands. */
function useShown({ machines, brands, active, many }: Lobby, filter: LobbyFilter, favourites: ReadonlySet<number>) {
  const { showLobby } = useSettings();
  const isHidden = useHidden();
  const gameName = useGameName();
  const search = useMemo(() => createSearch(gameName), [gameName]);
  const words = wordsOf(filter.text);
  const matches = (machine: Machine) =>
    (!filter.favouritesOnly || favourites.has(machine.id)) && (words.length === 0 || search(machine, words));
  const { freeOnly, ranks } = filter;
  const found = shownMachines(machines.data ?? [], { brand: active, freeOnly, isHidden, matches });
  // Pages are in their own order.
  return sectionsOf(many ? found : inRanks(found, ranks), showLobby ? (brands.data ?? []) : undefined);
}
/** How many machines of a brand can be joined now. The same function while nothing changes. */
function useFree({ machines: { data }, many, pages }: Lobby): (brand: Brand) => number {
  const known = useMemo(() => (data && !many ? countFree(data) : null), [data, many]);
  const freeOf = pages?.freeOf;
  return useCallback(
    (brand) => freeOf?.(brand) ?? (known ? freeIn(known, brand) : (brand.freeCount ?? 0)),
    [freeOf, known],
  );
}

/** What was confirmed for a machine ends with a step to anything but a machine, also while the machine's code is fetched. */
function usePlanEnd(): void {
  const router = useRouter();
  useEffect(() => {
    dropSeatPlan();
    return router.subscribe("onBeforeNavigate", ({ toLocation }) => {
      if (!toLocation.pathname.startsWith("/game/")) dropSeatPlan();
    });
  }, [router]);
}

/** Opens a machine by a press on its card. */
function useOpen(): GridProps["onOpen"] {
  const navigate = useNavigate();
  const playerId = useLogin()?.user.id;
  const { webcam } = useSettings();
  usePresses();
  usePlanEnd();
  return useCallback(
    (machine, event, plan) => {
      // Anything but a plain press (a new tab, say) is left to the browser.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (plan && playerId !== undefined) planSeat(plan, playerId);
      else dropSeatPlan();
      const path = `/game/${machine.id}`;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      beginScreen(path, link);
      growIntoGame(link, webcam && isScreenLoaded(path), () => {
        void navigate({
          to: "/game/$gameId/$name",
          params: { gameId: String(machine.id), name: slugOf(machine.name) },
          state: { afterLobby: true },
        });
      });
    },
    [navigate, playerId, webcam],
  );
}

/** The rules of a machine, once its "i" was pressed. */
function useRulesDialog() {
  const [rules, setRules] = useState({ open: false, machineId: 0 });
  const onRules = useCallback((machineId: number) => setRules({ open: true, machineId }), [setRules]);
  return { rules, onRules, onClose: () => setRules({ ...rules, open: false }) };
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
  const sections = useShown(lobby, filter, favourites);
  const count = sections.reduce((sum, section) => sum + section.machines.length, 0);
  const freeOf = useFree(lobby);
  const pictures = useMemo(() => new Map(brands.data?.map((brand) => [brand.name, brand.image])), [brands.data]);
  const pictureOf = useCallback(
    (machine: Machine) => sizedPicture(pictures.get(brandNameOf(machine)) || brandPicture(brandNameOf(machine)), 240),
    [pictures],
  );
  const mine = session?.id ?? null;
  const { rules, onRules, onClose } = useRulesDialog();
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
      <JackpotChanges lobby={lobby} />
      <LobbyHead
        filter={filter}
        onFilter={setFilter}
        onSort={sortBy}
        onRefresh={() => void refresh().then(onRefreshed)}
        shown={loading ? "" : t("lobby.shown", { count })}
        favourites={list}
        {...{ lobby, freeOf, mine, pictureOf, onOpen }}
      />
      {pages?.note}
      {filter.sort !== "house" && active === null && (many || sections.length > 1) ? (
        <p className="pb-2 text-sm text-muted">{t("lobby.sorted")}</p>
      ) : null}
      {lobby.outdated ? (
        <p role="status" className="pb-3 text-sm text-warning">
          {t("shell.notFresh")}
        </p>
      ) : null}
      <GridRoom waits={isStart}>
        {(place) => {
          if (count === 0 || loading) return <NoMachines lobby={lobby} filter={filter} onFilter={setFilter} />;
          if (place)
            return (
              <Grid
                onStar={toggle}
                alone={active !== null}
                {...{ sections, freeOf, place, pictureOf, mine, favourites, onOpen, onRules }}
              />
            );
          return isStart ? <LoadingMachines waiting={false} onRetry={() => void refresh()} /> : null;
        }}
      </GridRoom>
      <MachineRules {...rules} onClose={onClose} />
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

const haveJackpots = ({ data }: Lobby["brands"]) => data?.some(({ jackpot }) => jackpot !== "") === true;
/** Follows the jackpots of all brands. */
function JackpotChanges({ lobby: { brands } }: { lobby: Lobby }) {
  return haveJackpots(brands) ? (
    <Suspense>
      <JackpotUpdates />
    </Suspense>
  ) : null;
}

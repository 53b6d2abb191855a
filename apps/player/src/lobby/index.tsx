/** The lobby: brands in a row, their machines with live statuses. */
import type { Machine } from "@reelcast/contract";
import { Suspense } from "react";
import { settings } from "../api/index.ts";
import { useOpenSession } from "../auth/openSession.ts";
import { errorText, useT } from "../i18n/index.ts";
import { Waiting } from "../shell/Waiting.tsx";
import { Button, Chip, IconButton, Message, RefreshIcon, SearchField, Skeleton, lazyPart } from "../ui/index.ts";
import { BrandChips } from "./BrandChips.tsx";
import { Grid } from "./Grid.tsx";
import { brandNameOf, brandPicture, countFree, freeIn, shownMachines } from "./list.ts";
import { NO_FILTER, useLobby, useLobbyFilter } from "./useLobby.ts";
import type { LobbyFilter } from "./useLobby.ts";

const Jackpots = lazyPart(() => import("./Jackpots.tsx"));
const JackpotNews = lazyPart(() => import("./JackpotNews.tsx"));

type Lobby = ReturnType<typeof useLobby>;

export default function LobbyScreen() {
  const t = useT();
  const { hideReserved } = settings();
  const lobby = useLobby();
  const [filter, setFilter] = useLobbyFilter();
  const { machines, active, loading } = lobby;
  const shown = shownMachines(machines.data ?? [], { brand: active, ...filter }, hideReserved);
  return (
    <>
      <h1 className="sr-only">{t("shell.lobby")}</h1>
      <Brands lobby={lobby} />
      <div className="flex flex-wrap items-center gap-2 pb-4">
        <SearchField
          label={t("lobby.filterName")}
          clearLabel={t("lobby.clearFilter")}
          value={filter.name}
          onChange={(name) => setFilter({ ...filter, name })}
          className="min-w-44 grow basis-0 sm:max-w-80"
        />
        <Chip pressed={filter.freeOnly} onClick={() => setFilter({ ...filter, freeOnly: !filter.freeOnly })}>
          {t("lobby.freeOnly")}
        </Chip>
        <IconButton label={t("lobby.refresh")} onClick={lobby.refresh} aria-busy={machines.isFetching}>
          <RefreshIcon className={machines.isFetching ? "animate-[spin_.8s_linear_infinite]" : ""} />
        </IconButton>
        <p role="status" className="sr-only">
          {loading ? "" : t("lobby.shown", { count: shown.length })}
        </p>
      </div>
      {lobby.outdated ? (
        <p role="status" className="pb-3 text-sm text-warning">
          {t("shell.notFresh")}
        </p>
      ) : null}
      <Machines lobby={lobby} shown={shown} filter={filter} onFilter={setFilter} />
    </>
  );
}

/** The chips of all brands, and the jackpots of the open one. */
function Brands({ lobby: { brands, machines, active } }: { lobby: Lobby }) {
  const free = countFree(machines.data ?? []);
  return (
    <>
      {settings().showLobby && !(brands.data === undefined && brands.isError) ? (
        <BrandChips
          brands={brands.data}
          active={active?.id ?? null}
          freeOf={(brand) => (machines.data ? freeIn(free, brand) : (brand.freeCount ?? 0))}
        />
      ) : null}
      {brands.data?.some(({ jackpot }) => jackpot !== "") ? (
        <Suspense>
          <JackpotNews />
        </Suspense>
      ) : null}
      {active && active.jackpot !== "" ? (
        <Suspense fallback={<div className="h-[76px]" />}>
          <Jackpots ids={active.jackpot} />
        </Suspense>
      ) : null}
    </>
  );
}

interface MachinesProps {
  lobby: Lobby;
  shown: readonly Machine[];
  filter: LobbyFilter;
  onFilter: (filter: LobbyFilter) => void;
}
/** The grid, or why there is none. */
function Machines({ lobby, shown, filter, onFilter }: MachinesProps) {
  const t = useT();
  const session = useOpenSession();
  const { brands, machines, loading, refresh } = lobby;
  if (machines.data === undefined && machines.isError)
    return (
      <Message title={t("lobby.errorTitle")} text={errorText(machines.error)}>
        <Button onClick={refresh}>{t("shell.retry")}</Button>
      </Message>
    );
  if (loading) return <LoadingMachines waiting={machines.isFetching || brands.isFetching} onRetry={refresh} />;
  if (shown.length > 0) {
    const pictures = new Map(brands.data?.map((brand) => [brand.name, brand.image]));
    const pictureOf = (machine: Machine) => pictures.get(brandNameOf(machine)) || brandPicture(brandNameOf(machine));
    return <Grid machines={shown} pictureOf={pictureOf} mine={session?.id ?? null} />;
  }
  if (filter.name === "" && !filter.freeOnly)
    return <Message title={t("lobby.emptyTitle")} text={t("lobby.emptyText")} />;
  return (
    <Message title={t("lobby.noMatchTitle")} text={t("lobby.noMatchText")}>
      <Button onClick={() => onFilter(NO_FILTER)}>{t("lobby.resetFilters")}</Button>
    </Message>
  );
}

function LoadingMachines({ waiting, onRetry }: { waiting: boolean; onRetry: () => void }) {
  const t = useT();
  return (
    <>
      <Waiting waiting={waiting} onRetry={onRetry} className="pb-4" />
      <div
        className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6"
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

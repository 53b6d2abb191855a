/** The lobby: brands in a row, their machines with live statuses. */
import type { Machine } from "@reelcast/contract";
import { keepPreviousData, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { askAgain } from "../api/askAgain.ts";
import { call, settings } from "../api/index.ts";
import { useOpenSession } from "../auth/openSession.ts";
import { errorText, useT } from "../i18n/index.ts";
import { Waiting } from "../shell/Waiting.tsx";
import { Button, Chip, IconButton, Message, RefreshIcon, SearchField, Skeleton, lazyPart, toast } from "../ui/index.ts";
import { BrandChips } from "./BrandChips.tsx";
import { Grid } from "./Grid.tsx";
import { brandNameOf, brandPicture, countFree, freeIn, shownMachines, slugOf, withBrand } from "./list.ts";

const Jackpots = lazyPart(() => import("./Jackpots.tsx"));
const JackpotNews = lazyPart(() => import("./JackpotNews.tsx"));

/** While a brand is looked at, the list of all is read again once in so many refreshes. */
const OTHERS_EVERY = 6;

interface Narrowed {
  name: string;
  freeOnly: boolean;
}
const ALL: Narrowed = { name: "", freeOnly: false };

/** What the list is narrowed to, kept for coming back from a machine and forgotten with the login. */
function useNarrowed(): [Narrowed, (value: Narrowed) => void] {
  const queries = useQueryClient();
  const [narrowed, setNarrowed] = useState(() => queries.getQueryData<Narrowed>(["lobbyFilter"]) ?? ALL);
  return [
    narrowed,
    (value) => {
      setNarrowed(value);
      queries.setQueryData(["lobbyFilter"], value);
    },
  ];
}

export default function LobbyScreen() {
  const t = useT();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: brandParam, name: slug } = useParams({ strict: false });
  const { lobbyRefreshSeconds, hideReserved, showLobby } = settings();
  const refetchInterval = lobbyRefreshSeconds * 1000;
  const brands = useQuery({
    queryKey: ["brands"],
    queryFn: ({ signal }) => call("brands", {}, { signal }),
    refetchInterval,
    enabled: showLobby,
  });
  const [narrowed, setNarrowed] = useNarrowed();
  const { name, freeOnly } = narrowed;
  const setName = (value: string) => setNarrowed({ ...narrowed, name: value });
  const session = useOpenSession();

  const brandId = brandParam !== undefined && /^\d+$/.test(brandParam) ? Number(brandParam) : null;
  const active = brands.data?.find((brand) => brand.id === brandId) ?? null;
  const machines = useQuery({
    queryKey: ["machines"],
    queryFn: ({ signal }) => call("machines", {}, { signal }),
    // While a brand is looked at, only what the chips say of the others hangs on it.
    refetchInterval: active ? refetchInterval * OTHERS_EVERY : refetchInterval,
    placeholderData: keepPreviousData,
  });
  // A house may have thousands of machines: those of the active brand are asked for alone.
  const lobby = useQuery({
    queryKey: ["lobby", active?.id],
    queryFn: active
      ? async ({ signal }) => {
          const answer = await call("brandLobby", { params: { id: active.id } }, { signal });
          queries.setQueryData<Machine[]>(
            ["machines"],
            (known) => known && withBrand(known, active, Array.isArray(answer) ? answer : answer.machines),
          );
          return null;
        }
      : skipToken,
    refetchInterval,
  });
  const gone = brandParam !== undefined && active === null && (brands.data !== undefined || !showLobby);
  // Without its brand it is not known which machines the address means.
  const loading =
    machines.data === undefined ||
    (brandParam !== undefined && showLobby && brands.data === undefined && !brands.isError);
  const properSlug = active ? slugOf(active.name) : undefined;
  useEffect(() => {
    if (gone) {
      toast.info(t("lobby.brandGone"), { id: "brand-gone" });
      void navigate({ to: "/lobby", replace: true });
    } else if (properSlug !== undefined && slug !== properSlug && brandParam !== undefined) {
      void navigate({ to: "/lobby/$id/$name", params: { id: brandParam, name: properSlug }, replace: true });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the words and the way do not change where to go
  }, [gone, properSlug, slug, brandParam]);

  const all = machines.data ?? [];
  const shown = shownMachines(all, { brand: active, name, freeOnly }, hideReserved);
  const free = countFree(all);
  const pictures = new Map(brands.data?.map((brand) => [brand.name, brand.image]));
  const pictureOf = (machine: Machine) => pictures.get(brandNameOf(machine)) || brandPicture(brandNameOf(machine));
  const refresh = () => void askAgain(queries, ["machines"], ["brands"]);

  return (
    <>
      <h1 className="sr-only">{t("shell.lobby")}</h1>
      {showLobby && !(brands.data === undefined && brands.isError) ? (
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
      <div className="flex flex-wrap items-center gap-2 pb-4">
        <SearchField
          label={t("lobby.filterName")}
          clearLabel={t("lobby.clearFilter")}
          value={name}
          onChange={setName}
          className="min-w-44 grow basis-0 sm:max-w-80"
        />
        <Chip pressed={freeOnly} onClick={() => setNarrowed({ ...narrowed, freeOnly: !freeOnly })}>
          {t("lobby.freeOnly")}
        </Chip>
        <IconButton label={t("lobby.refresh")} onClick={refresh} aria-busy={machines.isFetching}>
          <RefreshIcon className={machines.isFetching ? "animate-[spin_.8s_linear_infinite]" : ""} />
        </IconButton>
        <p role="status" className="sr-only">
          {loading ? "" : t("lobby.shown", { count: shown.length })}
        </p>
      </div>
      {machines.isRefetchError || lobby.isError ? (
        <p role="status" className="pb-3 text-sm text-warning">
          {t("shell.notFresh")}
        </p>
      ) : null}
      {machines.data === undefined && machines.isError ? (
        <Message title={t("lobby.errorTitle")} text={errorText(machines.error)}>
          <Button onClick={refresh}>{t("shell.retry")}</Button>
        </Message>
      ) : loading ? (
        <>
          <Waiting waiting={machines.isFetching || brands.isFetching} onRetry={refresh} className="pb-4" />
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
      ) : shown.length > 0 ? (
        <Grid machines={shown} pictureOf={pictureOf} mine={session?.id ?? null} />
      ) : name === "" && !freeOnly ? (
        <Message title={t("lobby.emptyTitle")} text={t("lobby.emptyText")} />
      ) : (
        <Message title={t("lobby.noMatchTitle")} text={t("lobby.noMatchText")}>
          <Button onClick={() => setNarrowed(ALL)}>{t("lobby.resetFilters")}</Button>
        </Message>
      )}
    </>
  );
}

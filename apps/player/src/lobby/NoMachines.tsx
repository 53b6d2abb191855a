/** What stands in the place of the machines: why there are none, or that they are being loaded. */
import { Button, Message, Skeleton } from "@reelcast/ui";
import { errorText, useT } from "../i18n/index.ts";
import { Waiting } from "../shell/Waiting.tsx";
import { wordsOf } from "./order.ts";
import { NO_FILTER, isNarrowed } from "./useLobby.ts";
import type { Lobby, LobbyFilter } from "./useLobby.ts";

interface NoMachinesProps {
  lobby: Lobby;
  filter: LobbyFilter;
  onFilter: (filter: LobbyFilter) => void;
}
/** Why there is no grid. */
export function NoMachines({ lobby, filter, onFilter }: NoMachinesProps) {
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

export function LoadingMachines({ waiting, onRetry }: { waiting: boolean; onRetry: () => void }) {
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
          <Skeleton key={n} className="aspect-5/6 rounded-lg" />
        ))}
      </div>
    </>
  );
}

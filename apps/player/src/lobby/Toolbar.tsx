/** What the lobby's list is narrowed and sorted by. */
import { Chip, IconButton, RefreshIcon, SearchField, Select, StarIcon } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { SORTS } from "./order.ts";
import type { Sort } from "./order.ts";
import type { LobbyFilter } from "./useLobby.ts";

export interface ToolbarProps {
  filter: LobbyFilter;
  onFilter: (filter: LobbyFilter) => void;
  onSort: (sort: Sort) => void;
  refreshing: boolean;
  onRefresh: () => void;
  /** Says how many are shown. */
  shown: string;
}
export function Toolbar({ filter, onFilter, onSort, refreshing, onRefresh, shown }: ToolbarProps) {
  const t = useT();
  const { text, freeOnly, favouritesOnly, sort } = filter;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-4">
      <SearchField
        label={t("lobby.search")}
        clearLabel={t("lobby.clearFilter")}
        value={text}
        onChange={(next) => onFilter({ ...filter, text: next })}
        // On a phone only the next button stands next to it, however short the words of the others are.
        className="min-w-52 grow basis-[calc(100%-3.25rem)] sm:max-w-96 sm:basis-0"
      />
      <IconButton label={t("lobby.refresh")} onClick={onRefresh} aria-busy={refreshing} className="sm:order-last">
        <RefreshIcon className={refreshing ? "animate-[spin_.8s_linear_infinite]" : ""} />
      </IconButton>
      <Chip pressed={freeOnly} onClick={() => onFilter({ ...filter, freeOnly: !freeOnly })}>
        {t("lobby.freeOnly")}
      </Chip>
      <Chip pressed={favouritesOnly} onClick={() => onFilter({ ...filter, favouritesOnly: !favouritesOnly })}>
        <StarIcon size={16} />
        <span className="max-sm:sr-only">{t("lobby.favouritesOnly")}</span>
      </Chip>
      {/* The label takes no room, but the gap below it does. */}
      <Select
        label={<span className="sr-only">{t("lobby.sort")}</span>}
        value={sort}
        onChange={(next) => onSort(SORTS.find((one) => one === next) ?? "house")}
        options={SORTS.map((value) => ({ value, text: t(`lobby.sort_${value}`) }))}
        className="-mt-1.5 grow basis-32 sm:max-w-48"
      />
      <p role="status" className="sr-only">
        {shown}
      </p>
    </div>
  );
}

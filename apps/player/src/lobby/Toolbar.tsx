/** What the lobby's list is narrowed and sorted by, in one row: on a phone the search has icons next to it. */
import { CheckIcon, Chip, IconButton, OptionsIcon, RefreshIcon, SearchField, StarIcon, cx } from "@reelcast/ui";
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
/** A phone's: as an icon. */
const SMALL_CHIP = "max-sm:px-3.5 across:px-3.5";
const WORD = "max-sm:sr-only across:sr-only";
const ONLY_SMALL = "roomy:hidden";

export function Toolbar({ filter, onFilter, onSort, refreshing, onRefresh, shown }: ToolbarProps) {
  const t = useT();
  const { text, freeOnly, favouritesOnly } = filter;
  return (
    <div className="flex flex-wrap items-center gap-1.5 pb-1.5 roomy:gap-2 roomy:pb-3 across:flex-nowrap">
      <div className="relative min-w-32 grow basis-0 across:min-w-36 sm:max-w-96">
        <SearchField
          label={t("lobby.search")}
          clearLabel={t("lobby.clearFilter")}
          value={text}
          onChange={(next) => onFilter({ ...filter, text: next })}
        />
        {/* In the place of the button that clears the search. */}
        {text === "" ? (
          <IconButton
            label={t("lobby.refresh")}
            onClick={onRefresh}
            aria-busy={refreshing}
            className="absolute end-0 top-0 rounded-full"
          >
            <RefreshIcon size={18} className={refreshing ? "animate-[spin_.8s_linear_infinite]" : ""} />
          </IconButton>
        ) : null}
      </div>
      <Chip
        pressed={freeOnly}
        onClick={() => onFilter({ ...filter, freeOnly: !freeOnly })}
        title={t("lobby.freeOnly")}
        className={SMALL_CHIP}
      >
        <CheckIcon size={16} className={ONLY_SMALL} />
        <span className={WORD}>{t("lobby.freeOnly")}</span>
      </Chip>
      <Chip
        pressed={favouritesOnly}
        onClick={() => onFilter({ ...filter, favouritesOnly: !favouritesOnly })}
        title={t("lobby.favouritesOnly")}
        className={SMALL_CHIP}
      >
        <StarIcon size={16} />
        <span className={WORD}>{t("lobby.favouritesOnly")}</span>
      </Chip>
      <SortSelect sort={filter.sort} onSort={onSort} />
      <p role="status" className="sr-only">
        {shown}
      </p>
    </div>
  );
}

/** On a phone an icon, whose words come with the list of choices. */
function SortSelect({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const t = useT();
  return (
    <label
      className={cx(
        "relative grid h-11 place-items-center rounded-full border bg-raised focus-within:outline-2 focus-within:outline-gold",
        sort === "house" ? "border-line text-text" : "border-gold text-gold",
      )}
    >
      <span className="sr-only">{t("lobby.sort")}</span>
      <OptionsIcon size={16} className="pointer-events-none absolute start-3.5" />
      <select
        value={sort}
        onChange={({ target }) => onSort(SORTS.find((one) => one === target.value) ?? "house")}
        className="h-full w-11.5 cursor-pointer appearance-none bg-transparent text-transparent outline-none roomy:w-48 roomy:ps-10 roomy:pe-4 roomy:text-sm roomy:font-medium roomy:text-inherit"
      >
        {SORTS.map((value) => (
          <option key={value} value={value} className="bg-raised text-text">
            {t(`lobby.sort_${value}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

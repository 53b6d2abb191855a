/** Search and filters of a list. On a phone the filters are shown on demand. */
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Button, DayField, SearchField, Select, cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { NO_FILTER, countFilters, isReversed, today } from "./filter.ts";
import type { Filter } from "./filter.ts";
import type { ListName } from "./useList.ts";
import { OPERATION_TYPES, operationName } from "./words.ts";

export interface ToolbarProps {
  list: ListName;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** At the end of the row of the search. */
  children: ReactNode;
}

export function Toolbar({ list, filter, onFilter, children }: ToolbarProps) {
  const t = useT();
  const id = useId();
  const count = countFilters(filter);
  const [open, setOpen] = useState(count > 0);
  return (
    <div role="search" aria-label={t("history.narrow")} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={t(list === "sessions" ? "history.searchSessions" : "history.searchTransactions")}
          clearLabel={t("history.clearSearch")}
          value={filter.search}
          onChange={(search) => onFilter({ ...filter, search })}
          maxLength={100}
          className="min-w-0 grow basis-full sm:max-w-96 sm:min-w-44 sm:basis-0"
        />
        <Button
          aria-expanded={open}
          aria-controls={`${id}-filters`}
          onClick={() => setOpen(!open)}
          className="grow lg:hidden sm:grow-0"
        >
          {t("history.filters", { count })}
        </Button>
        <div className="flex grow items-end gap-2 *:grow sm:ms-auto sm:grow-0">{children}</div>
      </div>
      <div
        id={`${id}-filters`}
        className={cx(
          "grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] items-end gap-3 lg:flex",
          open ? "grid" : "hidden",
        )}
      >
        <Filters list={list} filter={filter} onFilter={onFilter} errorId={`${id}-turned`} />
        {count > 0 ? (
          <Button tone="quiet" onClick={() => onFilter({ ...NO_FILTER, search: filter.search })}>
            {t("history.clearFilters")}
          </Button>
        ) : null}
      </div>
      <p id={`${id}-turned`} role="alert" className="text-sm text-error empty:hidden">
        {isReversed(filter) ? t("history.turned") : ""}
      </p>
    </div>
  );
}

/** @param errorId of the text that is shown where the first day is after the last */
function Filters({ list, filter, onFilter, errorId }: Omit<ToolbarProps, "children"> & { errorId: string }) {
  const t = useT();
  const change = (part: Partial<Filter>) => onFilter({ ...filter, ...part });
  const day = { max: today(), errorId: isReversed(filter) ? errorId : undefined, className: "lg:w-44" };
  return (
    <>
      {list === "transactions" ? (
        <Select
          label={t("history.type")}
          value={filter.type}
          onChange={(type) => change({ type })}
          options={[
            { value: "", text: t("history.allTypes") },
            ...OPERATION_TYPES.map((type) => ({ value: String(type), text: operationName(type, t) })),
          ]}
          className="lg:min-w-56"
        />
      ) : null}
      <DayField label={t("history.fromDay")} value={filter.from} onChange={(from) => change({ from })} {...day} />
      <DayField label={t("history.toDay")} value={filter.to} onChange={(to) => change({ to })} {...day} />
    </>
  );
}

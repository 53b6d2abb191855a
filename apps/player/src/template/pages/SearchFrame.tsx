/** The common parts of both searches: heading, field, and the messages without results. */
import type { KeyboardEvent, ReactNode } from "react";
import { Button, Message, SearchField, Skeleton } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { Waiting } from "../../shell/Waiting.tsx";
import type { SiteSearch } from "./useSiteSearch.ts";

/** Arrow keys move between the results, and from the first one back to the field. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const field = event.currentTarget.querySelector<HTMLElement>("input[type=search]");
  const stops = [field, ...event.currentTarget.querySelectorAll<HTMLElement>("[data-result]")];
  const here = stops.findIndex((stop) => stop === document.activeElement);
  const next = here < 0 ? undefined : stops[here + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export interface SearchFrameProps {
  search: SiteSearch;
  title: string;
  lead: string;
  children: ReactNode;
}

export function SearchFrame({ search, title, lead, children }: SearchFrameProps) {
  const t = useT();
  const { typed, setTyped, query, found, waiting, failed, again } = search;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only moves the focus between what is within
    <div onKeyDown={walk} className="mx-auto flex max-w-[1080px] flex-col gap-6">
      <header className="flex flex-col gap-4">
        <div>
          <h1 tabIndex={-1} className="text-2xl font-semibold">
            {title}
          </h1>
          <p className="mt-1 text-muted">{lead}</p>
        </div>
        <SearchField
          label={t("pages.searchLabel")}
          clearLabel={t("pages.clear")}
          value={typed}
          onChange={setTyped}
          className="max-w-2xl"
        />
        <p role="status" className="text-sm text-muted empty:hidden">
          {query === "" ? "" : t("pages.searchFound", { count: found.length, query })}
        </p>
      </header>
      {failed ? (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-[15px] text-muted">
          {t("pages.searchFailed")}
          <Button onClick={again}>{t("shell.retry")}</Button>
        </p>
      ) : null}
      {query === "" ? (
        <Message title={t("pages.searchEmpty")} text={t("pages.searchEmptyText")} />
      ) : found.length > 0 ? (
        children
      ) : waiting ? (
        <div aria-busy="true">
          <Skeleton className="h-40" />
        </div>
      ) : (
        <Message title={t("pages.noResults")} text={t("pages.noResultsText")} />
      )}
      <Waiting waiting={waiting && query !== ""} onRetry={again} />
    </div>
  );
}

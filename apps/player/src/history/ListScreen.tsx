/** A list with its chart, search and download, its rows, and the messages while there are none. */
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { PAGE_SIZES } from "@reelcast/contract";
import { Button, EyeOffIcon, Message, Select, Skeleton, Switch } from "@reelcast/ui";
import { errorText, useT } from "../i18n/index.ts";
import { prefer, usePreferences } from "../shell/preferences.ts";
import { OutdatedNotice } from "../shell/OutdatedNotice.tsx";
import { Waiting } from "../shell/Waiting.tsx";
import { usePageSize } from "../shell/usePageSize.ts";
import { DownloadButton, DownloadState, useDownload } from "./Download.tsx";
import { PlayChart } from "./PlayChart.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { NO_FILTER, isFiltered, isReversed } from "./filter.ts";
import { useFilter, useList, useSettled } from "./useList.ts";
import type { FetchPage, ListName } from "./useList.ts";
import { askedFor } from "./words.ts";

export interface ListScreenProps<Row> {
  list: ListName;
  title: string;
  /** Beginning of the downloaded file's name; the day follows. */
  file: string;
  fetchPage: FetchPage<Row>;
  /** The rows and their sums. */
  children: (rows: readonly Row[]) => ReactNode;
}

export function ListScreen<Row>({ list: name, title, file, fetchPage, children }: ListScreenProps<Row>) {
  const t = useT();
  const [filter, setFilter] = useFilter(name);
  const [pageSize, setPageSize] = usePageSize();
  const settled = useSettled(filter);
  const playedOnly = usePlayedOnly(name);
  const query = { ...askedFor(name, settled, t), ...(playedOnly && { played: "true" as const }) };
  const list = useList(name, query, pageSize, fetchPage);
  const control = useDownload(name, query, file);
  const rows = list.data?.pages.flatMap((page) => page.items);
  const total = list.data?.pages.at(-1)?.total ?? 0;
  // The rows are those of an earlier filter. A filter that can't be asked for leaves them as they are.
  const outdated = list.isPlaceholderData || (filter !== settled && !isReversed(filter));
  const offline = list.fetchStatus === "paused";
  // The first page is being read: of another filter, or again after the player came back.
  const reading = list.isFetching && !list.isFetchingNextPage;
  const retry = () => void list.reload();

  return (
    <>
      <h1 className="pb-4 text-2xl font-semibold">{title}</h1>
      <PlayChart />
      <section aria-label={title} className="flex flex-col gap-4 pt-8">
        <Toolbar list={name} filter={filter} onFilter={setFilter}>
          <DownloadButton control={control} disabled={rows === undefined || rows.length === 0 || outdated} />
        </Toolbar>
        {name === "sessions" ? <HideUnplayed on={playedOnly} /> : null}
        <DownloadState control={control} />
        <p role="status" className="sr-only">
          {rows === undefined || outdated ? "" : t("history.shown", { shown: rows.length, total })}
        </p>
        {rows === undefined ? null : (
          <Outdated
            error={list.isError && !list.isFetchNextPageError ? list.error : null}
            offline={offline && outdated}
            onRetry={retry}
          />
        )}
        <Waiting waiting={reading && !offline} onRetry={retry} />
        {rows === undefined ? (
          <NoRowsYet offline={offline} error={list.error} onRetry={retry} />
        ) : rows.length > 0 ? (
          <div aria-busy={outdated}>{children(rows)}</div>
        ) : (
          <NoRows filtered={isFiltered(settled) || playedOnly} onClear={() => showAll(name, setFilter)} />
        )}
        {rows !== undefined && rows.length > 0 ? (
          <More
            shown={rows.length}
            total={total}
            hasMore={list.hasNextPage && !outdated}
            busy={list.isFetchingNextPage}
            offline={offline}
            error={list.isFetchNextPageError ? list.error : null}
            onMore={() => void list.fetchNextPage()}
          >
            <PageSize size={pageSize} onChange={setPageSize} />
          </More>
        ) : null}
      </section>
    </>
  );
}

/** The rows stay although others were asked for. */
function Outdated({ error, offline, onRetry }: { error: Error | null; offline: boolean; onRetry: () => void }) {
  const t = useT();
  return (
    <>
      {error === null ? null : <OutdatedNotice error={error} onRetry={onRetry} />}
      {offline ? (
        <p role="status" className="text-center text-warning">
          {t("history.offlineText")}
        </p>
      ) : null}
    </>
  );
}

/** Whether sessions without a game are left out. This browser keeps it. */
const usePlayedOnly = (list: ListName): boolean => usePreferences().playedSessions && list === "sessions";

/** Of that list: what is left out of sessions stays so while another list is cleared. */
function showAll(list: ListName, onFilter: (filter: typeof NO_FILTER) => void): void {
  onFilter(NO_FILTER);
  if (list === "sessions") prefer({ playedSessions: false });
}

function HideUnplayed({ on }: { on: boolean }) {
  const t = useT();
  return (
    <div className="-mx-2 -my-2 grid sm:justify-start">
      <Switch
        icon={<EyeOffIcon />}
        label={t("history.hideUnplayed")}
        on={on}
        onChange={() => prefer({ playedSessions: !on })}
      />
    </div>
  );
}

/** Before the first answer: no network, an error, or still loading. */
function NoRowsYet({ offline, error, onRetry }: { offline: boolean; error: Error | null; onRetry: () => void }) {
  const t = useT();
  if (offline) return <Message title={t("history.offlineTitle")} text={t("history.offlineText")} />;
  if (error)
    return (
      <Message title={t("history.errorTitle")} text={errorText(error)}>
        <Button onClick={onRetry}>{t("shell.retry")}</Button>
      </Message>
    );
  return (
    <div aria-busy="true" aria-label={t("shell.loading")} role="group" className="flex flex-col gap-3">
      {Array.from({ length: 6 }, (_, n) => (
        <Skeleton key={n} className="h-36 rounded-lg lg:h-13" />
      ))}
    </div>
  );
}

function NoRows({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useT();
  if (!filtered) return <Message title={t("history.emptyTitle")} text={t("history.emptyText")} />;
  return (
    <Message title={t("history.noMatchTitle")} text={t("history.noMatchText")}>
      <Button onClick={onClear}>{t("history.clearAll")}</Button>
    </Message>
  );
}

function PageSize({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  const t = useT();
  return (
    <Select
      inline
      label={t("history.perPage")}
      value={String(size)}
      onChange={(next) => onChange(Number(next))}
      options={PAGE_SIZES.map((option) => ({ value: String(option), text: String(option) }))}
    />
  );
}

interface MoreProps {
  shown: number;
  total: number;
  hasMore: boolean;
  busy: boolean;
  offline: boolean;
  error: unknown;
  onMore: () => void;
  children: ReactNode;
}

/** The foot of the list. The focus stays on the button while more comes, and on the count once there is no more. */
function More({ shown, total, hasMore, busy, offline, error, onMore, children }: MoreProps) {
  const t = useT();
  const count = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (busy || !pressed.current) return;
    pressed.current = false;
    if (!hasMore) count.current?.focus({ preventScroll: true });
  }, [busy, hasMore]);
  return (
    <div className="flex flex-col items-center gap-3 pt-2">
      {error === null ? null : (
        <p role="alert" className="text-center text-error">
          {t("history.moreFailed")} {errorText(error)}
        </p>
      )}
      {hasMore ? (
        <Button
          busy={busy}
          onClick={() => {
            pressed.current = true;
            onMore();
          }}
          className="w-full max-w-56"
        >
          {t(error === null ? "history.loadMore" : "shell.retry")}
        </Button>
      ) : null}
      <Waiting waiting={busy && !offline} onRetry={onMore} />
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2">
        <p ref={count} tabIndex={-1} className="figures rounded-sm text-sm text-muted">
          {t("history.shown", { shown, total })}
        </p>
        {children}
      </div>
    </div>
  );
}

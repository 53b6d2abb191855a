/** The log of the account in words: newest first, by kind, page by page. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LOG_TYPES, PAGE_SIZES } from "@reelcast/contract";
import type { LogRow } from "@reelcast/contract";
import { reloadQueries } from "@reelcast/client/reloadQueries";
import { Button, Select, useMoney } from "@reelcast/ui";
import { historyCall } from "../api/history.ts";
import { useSettings } from "../api/useSettings.ts";
import { errorText, formatDate, useT } from "../i18n/index.ts";
import { OutdatedNotice } from "../shell/OutdatedNotice.tsx";
import { Waiting } from "../shell/Waiting.tsx";
import { usePageSize } from "../shell/usePageSize.ts";
import { Figures, LoadingOrError, Section } from "./Section.tsx";
import { logDetail, logTitle } from "../i18n/logs.ts";
import { wordMinutes } from "./protection/durations.ts";

/** The entries of one kind ("": all), newest first, page by page. */
function useActivity(type: string, limit: number) {
  const queries = useQueryClient();
  const queryKey = ["logs", type, limit];
  const logs = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      historyCall(
        "logs",
        { query: { limit, ...(type !== "" && { type }), ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return { logs, queryKey, reload: () => void reloadQueries(queries, queryKey) };
}

export function ActivitySection() {
  const t = useT();
  const [type, setType] = useState("");
  const [limit, setLimit] = usePageSize(PAGE_SIZES[0]);
  const { logs, queryKey, reload } = useActivity(type, limit);
  const rows = logs.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = logs.data?.pages.at(-1)?.total ?? 0;
  return (
    <Section id="activity" title={t("profile.activity")} lead={t("profile.activityLead")}>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,20rem)_minmax(0,10rem)]">
        <Select
          label={t("profile.activityType")}
          value={type}
          onChange={setType}
          options={[
            { value: "", text: t("profile.activityAll") },
            ...LOG_TYPES.map((value) => ({ value, text: logTitle(value, t) })),
          ]}
        />
        <Select
          label={t("profile.activityPage")}
          value={String(limit)}
          onChange={(value) => setLimit(Number(value))}
          options={PAGE_SIZES.map((size) => ({ value: String(size), text: String(size) }))}
        />
      </div>
      {logs.isError && logs.data !== undefined && !logs.isFetchNextPageError ? (
        <OutdatedNotice error={logs.error} onRetry={reload} />
      ) : null}
      {logs.data === undefined ? (
        <LoadingOrError query={logs} queryKeys={[queryKey]} title={t("profile.activityFailed")} rows={8} />
      ) : rows.length === 0 ? (
        <div className="py-6 text-center">
          <p className="font-semibold">{t("profile.activityEmpty")}</p>
          <p className="text-muted">{t("profile.activityEmptyText")}</p>
        </div>
      ) : (
        <ol className="flex flex-col">
          {rows.map((row) => (
            <Entry key={row.id} row={row} />
          ))}
        </ol>
      )}
      {rows.length === 0 ? null : (
        <div className="flex flex-col items-center gap-3">
          <p role="status" className="text-sm text-muted">
            {t("profile.activityCount", { shown: rows.length, total })}
          </p>
          <More logs={logs} />
        </div>
      )}
    </Section>
  );
}

function Entry({ row }: { row: LogRow }) {
  const t = useT();
  const money = useMoney();
  const { dateFormat } = useSettings();
  const moment = (at: string) => formatDate(at, dateFormat);
  const detail = logDetail(row, { t, money, moment, duration: (minutes) => wordMinutes(minutes, t) });
  return (
    <li className="grid gap-x-4 border-b border-line py-3 text-[.9375rem] last:border-0 sm:grid-cols-[1fr_auto]">
      <p className="min-w-0">
        <span className="font-medium">{logTitle(row.type, t)}</span>
        {detail === "" ? null : <span className="block text-sm text-muted">{detail}</span>}
      </p>
      <p className="text-sm text-muted sm:text-end">
        <time dateTime={row.at}>
          <Figures>{moment(row.at)}</Figures>
        </time>
        {row.ip === null ? null : (
          <span className="ms-3 sm:ms-0 sm:block">
            <span className="sr-only">{t("profile.activityIp")}</span> <Figures>{row.ip}</Figures>
          </span>
        )}
      </p>
    </li>
  );
}

/** The button for the next page, and what became of the last request. */
function More({ logs }: { logs: ReturnType<typeof useActivity>["logs"] }) {
  const t = useT();
  const load = () => void logs.fetchNextPage();
  return (
    <>
      {logs.isFetchNextPageError ? (
        <p role="alert" className="text-sm text-error">
          {errorText(logs.error)}
        </p>
      ) : null}
      {logs.hasNextPage ? (
        <Button busy={logs.isFetchingNextPage} onClick={load}>
          {logs.isFetchNextPageError ? t("shell.retry") : t("profile.more")}
        </Button>
      ) : null}
      <Waiting waiting={logs.isFetchingNextPage && logs.fetchStatus !== "paused"} onRetry={load} />
    </>
  );
}

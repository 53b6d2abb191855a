/** The days of play above a list: what was won and lost, and how long was played, as a chart or as a table. Folded on phones. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { DayOfPlay } from "@reelcast/contract";
import { reloadQueries } from "@reelcast/client/reloadQueries";
import { Button, Chip, DataTable, ExpandIcon, Skeleton, cx, useMedia } from "@reelcast/ui";
import { historyCall } from "../api/history.ts";
import { useSettings } from "../api/useSettings.ts";
import { errorText, useLanguage, useT } from "../i18n/index.ts";
import { OutdatedNotice } from "../shell/OutdatedNotice.tsx";
import { Waiting } from "../shell/Waiting.tsx";
import { DaysChart } from "./DaysChart.tsx";
import { dayColumns } from "./columns.tsx";
import { RANGES, dayFormat, daysUntil, isQuiet, withQuietDays } from "./days.ts";
import type { Range } from "./days.ts";
import { momentsOf, timeZone, today } from "./filter.ts";

function useDays(range: Range) {
  const all = daysUntil(today(), range);
  const moments = momentsOf(all[0] ?? "", all.at(-1) ?? "");
  const zone = timeZone();
  const queries = useQueryClient();
  const queryKey = ["summary", moments, zone];
  const summary = useQuery({
    queryKey,
    queryFn: ({ signal }) => historyCall("summary", { query: { ...moments, timeZone: zone } }, { signal }),
    select: ({ days }) => withQuietDays(days, all),
    refetchOnMount: "always",
  });
  return { summary, again: () => void reloadQueries(queries, queryKey) };
}

/** Held upright or across. */
const PHONE = "(width < 640px) or ((orientation: landscape) and (height <= 540px))";

export function PlayChart() {
  const t = useT();
  const id = useId();
  const folds = useMedia(PHONE);
  const [open, setOpen] = useState(false);
  const title = t("history.chartTitle");
  return (
    <section aria-labelledby={`${id}-title`} className="rounded-lg border border-line bg-raised px-4">
      {folds ? (
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          <button
            type="button"
            tabIndex={0}
            aria-expanded={open}
            aria-controls={open ? `${id}-days` : undefined}
            onClick={() => setOpen(!open)}
            className="-mx-4 flex min-h-13 w-[calc(100%+2rem)] items-center gap-3 rounded-lg px-4 text-start hover:bg-lifted"
          >
            <span className="grow">{title}</span>
            <ExpandIcon size={18} className={cx("shrink-0 text-muted transition-[rotate]", open && "rotate-180")} />
          </button>
        </h2>
      ) : null}
      {!folds || open ? (
        <div id={`${id}-days`} className={folds ? "pt-2 pb-4" : "py-4"}>
          <Days
            heading={
              folds ? null : (
                <h2 id={`${id}-title`} className="me-auto text-lg font-semibold">
                  {title}
                </h2>
              )
            }
          />
        </div>
      ) : null}
    </section>
  );
}

/** Asks for the days once they are shown. */
function Days({ heading }: { heading: ReactNode }) {
  const t = useT();
  const language = useLanguage();
  const [range, setRange] = useState<Range>(30);
  const [asTable, setAsTable] = useState(false);
  const { summary, again } = useDays(range);
  const days = summary.data;
  const quiet = days?.every(isQuiet) ?? false;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        {heading}
        <div role="group" aria-label={t("history.range")} className="flex flex-wrap gap-2">
          {RANGES.map((count) => (
            <Chip key={count} pressed={count === range} onClick={() => setRange(count)}>
              {t("history.days", { count })}
            </Chip>
          ))}
        </div>
        <Button
          tone="quiet"
          aria-pressed={asTable}
          disabled={days === undefined || quiet}
          onClick={() => setAsTable(!asTable)}
          className="-ms-4 sm:ms-0"
        >
          {t(asTable ? "history.asChart" : "history.asTable")}
        </Button>
      </div>
      {days !== undefined && summary.isError ? <OutdatedNotice error={summary.error} onRetry={again} /> : null}
      {days === undefined ? (
        summary.isError ? (
          <div role="alert" className="flex min-h-32 flex-wrap items-center justify-center gap-3 text-center">
            <p>
              {t("history.chartFailed")} {errorText(summary.error)}
            </p>
            <Button onClick={again}>{t("shell.retry")}</Button>
          </div>
        ) : (
          <div role="group" aria-busy="true" aria-label={t("shell.loading")}>
            <Skeleton className="h-86" />
            <Waiting waiting={summary.isFetching} onRetry={again} className="pt-3" />
          </div>
        )
      ) : quiet ? (
        <p className="py-10 text-center text-muted">{t("history.quiet", { count: range })}</p>
      ) : asTable ? (
        <DaysTable days={days} />
      ) : (
        // Another language needs a new drawing: other words, and the axes on the other side.
        <DaysChart key={`${range} ${language}`} days={days} range={range} onFailed={() => setAsTable(true)} />
      )}
    </>
  );
}

function DaysTable({ days }: { days: readonly DayOfPlay[] }) {
  const house = useSettings();
  const t = useT();
  return (
    <DataTable
      nested
      caption={t("history.chartTitle")}
      columns={dayColumns(t, dayFormat(house.dateFormat))}
      rows={days.filter((day) => !isQuiet(day)).toReversed()}
      rowKey={({ day }) => day}
      tableFrom={20}
    />
  );
}

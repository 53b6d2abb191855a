/**
 * The days of play above a list: what was won and lost, and how long was played. A chart for the eyes, walked through
 * by arrow keys day by day in words, and the same as a table.
 */
import type { DayOfPlay } from "@reelcast/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { askAgain } from "../api/askAgain.ts";
import { historyCall } from "../api/history.ts";
import { settings } from "../api/index.ts";
import { errorText, formatDate, useLanguage, useT } from "../i18n/index.ts";
import { NotFresh } from "../shell/NotFresh.tsx";
import { Waiting } from "../shell/Waiting.tsx";
import { Button, Chip, DataTable, Skeleton, useMoney } from "../ui/index.ts";
import { Signed, useSigned } from "./Signed.tsx";
import { dayColumns } from "./columns.tsx";
import { RANGES, dayFormat, daysUntil, isQuiet, shortDayFormat, sumOf, withQuietDays } from "./days.ts";
import type { Range } from "./days.ts";
import { momentsOf, startOfDay, timeZone, today } from "./filter.ts";
import type { Plot } from "./plot.ts";
import { playedTime } from "./words.ts";

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
  return { summary, again: () => void askAgain(queries, queryKey) };
}

export function PlayChart() {
  const t = useT();
  const id = useId();
  const language = useLanguage();
  const [range, setRange] = useState<Range>(30);
  const [asTable, setAsTable] = useState(false);
  const { summary, again } = useDays(range);
  const days = summary.data;
  const quiet = days?.every(isQuiet) ?? false;
  return (
    <section aria-labelledby={`${id}-title`} className="rounded-lg border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <h2 id={`${id}-title`} className="me-auto text-lg font-semibold">
          {t("history.chartTitle")}
        </h2>
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
      {days !== undefined && summary.isError ? <NotFresh error={summary.error} onRetry={again} /> : null}
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
        // Another language draws anew: the words and the side of the axes are others.
        <Days key={`${range} ${language}`} days={days} range={range} onFailed={() => setAsTable(true)} />
      )}
    </section>
  );
}

function DaysTable({ days }: { days: readonly DayOfPlay[] }) {
  const t = useT();
  return (
    <DataTable
      nested
      caption={t("history.chartTitle")}
      columns={dayColumns(t, dayFormat(settings().dateFormat))}
      rows={days.filter((day) => !isQuiet(day)).toReversed()}
      rowKey={({ day }) => day}
      tableFrom={20}
    />
  );
}

interface DaysProps {
  days: readonly DayOfPlay[];
  range: Range;
  /** The drawing could not be fetched: the table needs nothing. */
  onFailed: () => void;
}

function Days({ days, range, onFailed }: DaysProps) {
  const t = useT();
  const signed = useSigned();
  const money = useMoney();
  const { dateFormat } = settings();
  const [chosen, setChosen] = useState<number | null>(null);
  const net = useRef<HTMLDivElement>(null);
  const played = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const words = useRef({ money, t, onFailed });
  useEffect(() => {
    words.current = { money, t, onFailed };
  });

  useEffect(() => {
    let gone = false;
    import("./plot.ts").then(
      ({ drawPlot }) => {
        if (gone || !net.current || !played.current) return;
        const format = shortDayFormat(dateFormat);
        plot.current = drawPlot({
          data: {
            days: days.map(({ day }) => formatDate(startOfDay(day), format)),
            net: days.map((day) => day.net),
            played: days.map((day) => day.played),
          },
          net: net.current,
          played: played.current,
          money: (minor) => words.current.money(minor, true),
          time: (seconds) => playedTime(seconds, words.current.t),
          onPoint: setChosen,
        });
      },
      () => words.current.onFailed(),
    );
    return () => {
      gone = true;
      plot.current?.destroy();
      plot.current = null;
    };
  }, [days, dateFormat]);
  useEffect(() => plot.current?.mark(chosen), [chosen]);

  const last = days.length - 1;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const back = forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
    const present = chosen ?? last;
    const steps: Record<string, number> = {
      [forward]: present + 1,
      [back]: present - 1,
      ArrowUp: present + 1,
      ArrowDown: present - 1,
      PageUp: present + 7,
      PageDown: present - 7,
      Home: 0,
      End: last,
    };
    const next = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.min(last, Math.max(0, next)));
  };

  const day = chosen === null ? undefined : days[chosen];
  const sum = sumOf(days);
  const shown = day ?? sum;
  const title = day ? formatDate(startOfDay(day.day), dayFormat(dateFormat)) : t("history.lastDays", { count: range });
  const spoken = days[chosen ?? last];
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 pb-3">
        <div className="min-w-32">
          <dt className="sr-only">{t("history.day")}</dt>
          <dd className="figures font-semibold text-gold">{title}</dd>
        </div>
        <Figure text={t("history.net")}>
          <Signed minor={shown.net} />
        </Figure>
        <Figure text={t("history.played")}>{playedTime(shown.played, t)}</Figure>
        <Figure text={t("history.spins")}>{t("history.figure", { figure: shown.spins })}</Figure>
      </dl>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t("history.chartLabel")}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={(chosen ?? last) + 1}
        aria-valuetext={
          spoken &&
          t("history.dayInWords", {
            day: formatDate(startOfDay(spoken.day), dayFormat(dateFormat)),
            net: signed(spoken.net),
            played: playedTime(spoken.played, t),
            spins: spoken.spins,
          })
        }
        onKeyDown={onKeyDown}
        onPointerLeave={(event) => event.pointerType === "mouse" && setChosen(null)}
        onBlur={() => setChosen(null)}
        className="-mx-2 touch-pan-y rounded-md px-2"
      >
        <p className="text-sm text-muted">{t("history.net")}</p>
        <div ref={net} dir="ltr" className="h-40 overflow-hidden" />
        <p className="text-sm text-muted">{t("history.played")}</p>
        <div ref={played} className="h-26 overflow-hidden" />
      </div>
    </>
  );
}

function Figure({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{text}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}

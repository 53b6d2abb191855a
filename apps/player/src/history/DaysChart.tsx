/** Days of play as a chart with one chosen day, by the pointer or by the keyboard, and that day's figures in words. */
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import type { DayOfPlay } from "@reelcast/contract";
import { useMoney } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { formatDate, useT } from "../i18n/index.ts";
import { Signed, useSigned } from "./Signed.tsx";
import { dayAfterKey, dayFormat, shortDayFormat, sumOf } from "./days.ts";
import type { Range } from "./days.ts";
import { startOfDay } from "./filter.ts";
import type { Plot } from "./plot.ts";
import { playedTime } from "./words.ts";

export interface DaysChartProps {
  days: readonly DayOfPlay[];
  range: Range;
  /** The code that draws could not be loaded. */
  onFailed: () => void;
}

interface PlotPlaces {
  net: RefObject<HTMLDivElement | null>;
  played: RefObject<HTMLDivElement | null>;
}
/** Draws into the two places once the code is there. `marked` is an index of `days`. */
function usePlot(
  { days, onFailed }: Pick<DaysChartProps, "days" | "onFailed">,
  { marked, onPoint }: { marked: number | null; onPoint: (day: number) => void },
): PlotPlaces {
  const t = useT();
  const money = useMoney();
  const { dateFormat } = useSettings();
  const net = useRef<HTMLDivElement>(null);
  const played = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const latest = useRef({ money, t, onFailed, onPoint });
  useEffect(() => {
    latest.current = { money, t, onFailed, onPoint };
  });
  useEffect(() => {
    let unmounted = false;
    import("./plot.ts").then(
      ({ drawPlot }) => {
        if (unmounted || !net.current || !played.current) return;
        const format = shortDayFormat(dateFormat);
        plot.current = drawPlot({
          data: {
            days: days.map(({ day }) => formatDate(startOfDay(day), format)),
            net: days.map((day) => day.net),
            played: days.map((day) => day.played),
          },
          net: net.current,
          played: played.current,
          money: (minor) => latest.current.money(minor, true),
          time: (seconds) => playedTime(seconds, latest.current.t),
          onPoint: (day) => latest.current.onPoint(day),
        });
      },
      () => latest.current.onFailed(),
    );
    return () => {
      unmounted = true;
      plot.current?.destroy();
      plot.current = null;
    };
  }, [days, dateFormat]);
  useEffect(() => plot.current?.mark(marked), [marked]);
  return { net, played };
}

export function DaysChart({ days, range, onFailed }: DaysChartProps) {
  const t = useT();
  const signed = useSigned();
  const { dateFormat } = useSettings();
  const [chosen, setChosen] = useState<number | null>(null);
  const { net, played } = usePlot({ days, onFailed }, { marked: chosen, onPoint: setChosen });
  const current = chosen ?? days.length - 1;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const next = dayAfterKey(event.key, { current, count: days.length, rtl });
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
  };
  const wordsOf = (day: DayOfPlay) =>
    t("history.dayInWords", {
      day: formatDate(startOfDay(day.day), dayFormat(dateFormat)),
      net: signed(day.net),
      played: playedTime(day.played, t),
      spins: day.spins,
    });
  const spoken = days[current];
  return (
    <>
      <DayFigures days={days} chosen={chosen} range={range} />
      <div
        role="slider"
        tabIndex={0}
        aria-label={t("history.chartLabel")}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={current + 1}
        aria-valuetext={spoken && wordsOf(spoken)}
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

interface DayFiguresProps extends Pick<DaysChartProps, "days" | "range"> {
  chosen: number | null;
}
/** Of the chosen day, or of all days together. */
function DayFigures({ days, chosen, range }: DayFiguresProps) {
  const t = useT();
  const day = chosen === null ? undefined : days[chosen];
  const shown = day ?? sumOf(days);
  const format = dayFormat(useSettings().dateFormat);
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 pb-3">
      <div className="min-w-32">
        <dt className="sr-only">{t("history.day")}</dt>
        <dd className="figures font-semibold text-gold">
          {day ? formatDate(startOfDay(day.day), format) : t("history.lastDays", { count: range })}
        </dd>
      </div>
      <Figure text={t("history.net")}>
        <Signed minor={shown.net} />
      </Figure>
      <Figure text={t("history.played")}>{playedTime(shown.played, t)}</Figure>
      <Figure text={t("history.spins")}>{t("history.figure", { figure: shown.spins })}</Figure>
    </dl>
  );
}

function Figure({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{text}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}

/** The figures of one process for the last hour as charts; each says its last values in words, so that no line stands for itself. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { HEALTH_SERIES } from "@reelcast/contract/console";
import type { HealthNode, HealthSamples, HealthSeries } from "@reelcast/contract/console";
import { Message, Select } from "@reelcast/ui";
import { callQuery } from "../../api/queries.ts";
import { useLanguage, useT } from "../../i18n/index.ts";
import { Stale } from "../../records/Stale.tsx";
import { Loaded } from "../../shell/Loaded.tsx";
import { formatFigure } from "./figures.ts";
import { drawPlot } from "./plot.ts";

const EVERY_MS = 10_000;
const CHARTS = [
  ["press", ["pressP50", "pressP95"]],
  ["firstFrame", ["firstFrameP50", "firstFrameP95"]],
  ["games", ["presses", "games"]],
  ["transfers", ["transfersDone", "transfersFailed", "transfersManual"]],
  ["calls", ["calls", "callErrors"]],
  ["callTimes", ["callsP95"]],
  ["people", ["sockets", "seats", "viewers"]],
  ["freezes", ["freezes"]],
  ["eventLoop", ["eventLoopP99"]],
  ["cpu", ["cpu"]],
  ["memory", ["memory", "heap"]],
] as const satisfies readonly (readonly [string, readonly HealthSeries[]])[];
/** Lines of one chart differ in colour and in their dashes. */
const LOOKS = [
  { colour: "chip-blue", dash: [], sign: "━━" },
  { colour: "chip-yellow", dash: [6, 4], sign: "╍╍" },
  { colour: "chip-red", dash: [2, 3], sign: "┅┅" },
] as const;

interface ChartProps {
  name: (typeof CHARTS)[number][0];
  series: readonly HealthSeries[];
  samples: HealthSamples;
}
function Chart({ name, series, samples }: ChartProps) {
  const t = useT();
  const language = useLanguage();
  const into = useRef<HTMLDivElement>(null);
  const present = series.filter((one) => samples.series[one] !== undefined);
  const [first = "calls"] = series;
  const unit = HEALTH_SERIES[first];
  useEffect(() => {
    const element = into.current;
    if (!element) return undefined;
    const clock = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: "short" });
    return drawPlot({
      into: element,
      at: samples.at,
      lines: present.map((one, index) => {
        const { colour, dash } = LOOKS[index] ?? LOOKS[0];
        return { label: one, colour, dash, values: samples.series[one] ?? [] };
      }),
      format: (value) => formatFigure(value, unit, language),
      time: (seconds) => clock.format(seconds * 1000),
    });
    // oxlint-disable-next-line react/exhaustive-deps -- `present` follows from the samples
  }, [samples, language, unit]);
  if (present.length === 0) return null;
  const lastOf = (one: HealthSeries) => samples.series[one]?.findLast((value) => value !== null) ?? null;
  return (
    <figure className="card flex min-w-0 flex-col gap-2 p-4">
      <figcaption>
        <h3 className="font-semibold">{t(`health.chart_${name}`)}</h3>
        <ul className="flex flex-wrap gap-x-4 text-sm text-muted">
          {present.map((one, index) => {
            const value = lastOf(one);
            return (
              <li key={one} className="flex items-baseline gap-1.5">
                <span aria-hidden style={{ color: `var(--color-${(LOOKS[index] ?? LOOKS[0]).colour})` }}>
                  {(LOOKS[index] ?? LOOKS[0]).sign}
                </span>
                {t(`health.series_${one}`)}
                <span className="figures font-semibold text-text">
                  {value === null ? "–" : formatFigure(value, HEALTH_SERIES[one], language)}
                </span>
              </li>
            );
          })}
        </ul>
      </figcaption>
      <div ref={into} aria-hidden dir={language === "ar" ? "rtl" : "ltr"} className="min-h-37.5 min-w-0" />
    </figure>
  );
}

export interface ChartsProps {
  nodes: readonly HealthNode[];
  /** The name of the process that is shown; "": the one that answers. */
  node: string;
  onNode: (node: string) => void;
}
export function Charts({ nodes, node, onNode }: ChartsProps) {
  const t = useT();
  const query = useQuery({
    ...callQuery("healthSamples", { query: node === "" ? {} : { node } }),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
  const names = nodes.flatMap(({ name, state }) => (name === null || state === "silent" ? [] : [name]));
  return (
    <section aria-label={t("health.lastHour")} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">{t("health.lastHour")}</h2>
          <p className="text-sm text-muted">{t("health.lastHourText", { node: query.data?.node ?? node })}</p>
        </div>
        {names.length > 1 ? (
          <Select
            label={t("health.process")}
            value={node === "" ? (query.data?.node ?? "") : node}
            onChange={onNode}
            options={names.map((name) => ({ value: name, text: name }))}
            inline
          />
        ) : null}
      </div>
      <Stale query={query} />
      <Loaded query={query} height="h-96">
        {(samples) =>
          samples.at.length === 0 ? (
            <Message title={t("health.noSamples")} text={t("health.noSamplesText")} />
          ) : (
            <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
              {CHARTS.map(([name, series]) => (
                <Chart key={name} name={name} series={series} samples={samples} />
              ))}
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

/** The balance over time, and what came and went: drawn with uPlot, and as a table for those who do not see it. */
import { useEffect, useRef, useState } from "react";
import type { SeriesPoint } from "@reelcast/contract/console";
import { Chip, useMoney } from "@reelcast/ui";
import { useCall } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Section } from "../../shell/Page.tsx";
import { drawBalance } from "./drawBalance.ts";

const RANGES = { day: [1, "hour"], week: [7, "hour"], month: [30, "day"], year: [365, "day"] } as const;
type Range = keyof typeof RANGES;
const DAY_MS = 86_400_000;

function Plot({ points }: { points: readonly SeriesPoint[] }) {
  const t = useT();
  const money = useMoney();
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    return drawBalance(element, points, { money: (minor) => money(minor), language, onPoint: setAt });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `money` changes with the language
  }, [points, language]);
  const shown = points[at ?? points.length - 1];
  return (
    <>
      <p role="status" className="figures text-sm text-muted">
        {shown === undefined
          ? ""
          : t("records.chartPoint", {
              at: formatMoment(shown.at, language),
              balance: shown.balance === null ? "–" : money(shown.balance),
              in: money(shown.fromMachines + shown.fromHouse),
              out: money(shown.toMachines + shown.toHouse),
            })}
      </p>
      <div ref={place} aria-hidden className="h-64 min-w-0" />
    </>
  );
}

export default function MoneyChart({ playerId, now }: { playerId: number; now: Date }) {
  const t = useT();
  const [range, setRange] = useState<Range>("week");
  const { data: house } = useCall("house");
  const [days, step] = RANGES[range];
  const series = useCall("playerSeries", {
    params: { id: playerId },
    query: {
      from: new Date(now.getTime() - days * DAY_MS).toISOString(),
      to: now.toISOString(),
      step,
      timeZone: house?.timeZone ?? "UTC",
    },
  });
  return (
    <Section
      title={t("records.balance")}
      actions={(Object.keys(RANGES) as Range[]).map((one) => (
        <Chip key={one} pressed={range === one} onClick={() => setRange(one)}>
          {t(`records.range_${one}`)}
        </Chip>
      ))}
    >
      <Loaded query={series} height="h-64">
        {({ points }) => <Plot points={points} />}
      </Loaded>
    </Section>
  );
}

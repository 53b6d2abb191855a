/** Draws a balance over time with uPlot. Owns the canvas and the pointer. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { SeriesPoint } from "@reelcast/contract/console";

const HEIGHT = 250;
const AXIS_WIDTH = 92;
const DAY_SECONDS = 86_400;

/** Read at each drawing: another scheme changes it. */
const colour = (name: string) => () =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();

export interface BalanceOptions {
  money: (minor: number) => string;
  language: string;
  /** The point under the pointer; null: none. */
  onPoint: (index: number | null) => void;
}

/** @returns the function that takes it away */
export function drawBalance(
  place: HTMLElement,
  points: readonly SeriesPoint[],
  { money, language, onPoint }: BalanceOptions,
): () => void {
  const widthOf = () => Math.max(1, place.clientWidth);
  const { fontFamily } = getComputedStyle(document.documentElement);
  const font = `11px ${fontFamily}`;
  const rtl = getComputedStyle(place).direction === "rtl";
  const at = points.map((point) => Date.parse(point.at) / 1000);
  const isShort = (at.at(-1) ?? 0) - (at[0] ?? 0) <= 2 * DAY_SECONDS;
  const format = new Intl.DateTimeFormat(
    `${language}-u-nu-latn`,
    isShort ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short" },
  );
  const axis = { stroke: colour("muted"), grid: { stroke: colour("line"), width: 1 }, ticks: { show: false }, font };
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const plot = new uPlot(
    {
      width: widthOf(),
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        x: { time: true, dir: rtl ? -1 : 1 },
        y: { range: { min: { pad: 0.1, soft: 0, mode: 1 }, max: { pad: 0.1 } } },
      },
      axes: [
        {
          ...axis,
          space: 70,
          values: (_, splits) => splits.map((at) => format.format(at * 1000)),
          ...(!isShort && { incrs: [1, 2, 7, 14, 30, 60].map((days) => days * DAY_SECONDS) }),
        },
        {
          ...axis,
          // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- its enum is a type alone
          side: rtl ? 1 : 3,
          size: AXIS_WIDTH,
          values: (_, splits) => splits.map((minor) => money(Math.round(minor))),
        },
      ],
      series: [
        {},
        {
          stroke: colour("gold"),
          fill: colour("raised"),
          width: 2,
          points: { show: points.filter(({ balance }) => balance !== null).length < 3, fill: colour("gold") },
          ...(stepped && { paths: stepped }),
        },
      ],
      hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? null)] },
    },
    [at, points.map(({ balance }) => balance)],
    place,
  );
  const sizes = new ResizeObserver(() => {
    if (plot.width !== widthOf()) plot.setSize({ width: widthOf(), height: HEIGHT });
  });
  sizes.observe(place);
  const schemes = new MutationObserver(() => plot.redraw(false, false));
  schemes.observe(document.documentElement, { attributes: true });
  return () => {
    sizes.disconnect();
    schemes.disconnect();
    plot.destroy();
  };
}

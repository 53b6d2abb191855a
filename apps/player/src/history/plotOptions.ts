/** The options of the two charts for uPlot: scales, axes, colours, and what is drawn besides the bars. */
import uPlot from "uplot";

const NET_HEIGHT = 160;
const PLAYED_HEIGHT = 104;
/** Room for the words of the axes, the same in both charts so that their days align. */
const AXIS_WIDTH = 76;
const AXIS_HEIGHT = 28;
/** Steps of the time axis, seconds. */
const TIMES = [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400];
const DAY_STEPS = [1, 2, 3, 5, 7, 10, 14, 15, 30];

export interface ChartInput {
  /** Words of each day for the axis. */
  days: readonly string[];
  /** Pixels. */
  width: number;
  /** The page is read from right to left. */
  rtl: boolean;
  /** The font of the axes, as in CSS. */
  font: string;
  /** The marked day, or none. */
  marked: () => number | null;
}
interface ChartParts {
  height: number;
  range: uPlot.Scale.Range;
  /** What the vertical axis adds. */
  axis: uPlot.Axis;
  /** The days stand below this chart. */
  daysBelow: boolean;
  /** Colours of its bars. */
  colours: readonly string[];
}

/** Read at each drawing, since another scheme changes it. */
const colour = (name: string) => () =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();

const markColumn = (marked: () => number | null) => (plot: uPlot) => {
  const day = marked();
  if (day === null) return;
  const { left, top, width, height } = plot.bbox;
  const ends = [plot.valToPos(day - 0.5, "x", true), plot.valToPos(day + 0.5, "x", true)];
  const start = Math.max(left, Math.min(...ends));
  const end = Math.min(left + width, Math.max(...ends));
  plot.ctx.fillStyle = colour("lifted")();
  plot.ctx.fillRect(start, top, end - start, height);
};
const drawZeroLine = (plot: uPlot) => {
  const { left, width } = plot.bbox;
  plot.ctx.fillStyle = colour("edge")();
  plot.ctx.fillRect(left, Math.round(plot.valToPos(0, "y", true)), width, Math.max(1, uPlot.pxRatio));
};

function barSeries(name: string): uPlot.Series {
  const paths = uPlot.paths.bars?.({ size: [0.68, 26], radius: 0.12 });
  return { fill: colour(name), width: 0, points: { show: false }, ...(paths && { paths }) };
}

function chartOptions(input: ChartInput, { height, range, axis, daysBelow, colours }: ChartParts): uPlot.Options {
  const { days, width, rtl, font, marked } = input;
  return {
    width,
    height,
    series: [{}, ...colours.map(barSeries)],
    legend: { show: false },
    cursor: { show: false },
    padding: [8, rtl ? null : 4, daysBelow ? null : 8, rtl ? 4 : null],
    scales: { x: { time: false, dir: rtl ? -1 : 1, range: [-0.5, days.length - 0.5] }, y: { range } },
    axes: [
      {
        show: daysBelow,
        scale: "x",
        font,
        stroke: colour("muted"),
        grid: { show: false },
        ticks: { show: false },
        size: AXIS_HEIGHT,
        space: 52,
        incrs: DAY_STEPS,
        values: (_, splits) => splits.map((day) => days[day] ?? null),
      },
      {
        scale: "y",
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum exists in types alone
        side: rtl ? 1 : 3,
        font,
        stroke: colour("muted"),
        grid: { stroke: colour("line"), width: 1 },
        ticks: { show: false },
        size: AXIS_WIDTH,
        space: 34,
        ...axis,
      },
    ],
    hooks: { drawClear: [markColumn(marked)], draw: [drawZeroLine] },
  };
}

/** From the lowest to the highest net result and zero, with some room; −1 to 1 if there is none. */
const netRange: uPlot.Range.Function = (_, low, high) => {
  const lowest = Math.min(low ?? 0, 0);
  const highest = Math.max(high ?? 0, 0);
  if (lowest === 0 && highest === 0) return [-100, 100];
  return [
    lowest < 0 ? (uPlot.rangeNum(lowest, 0, 0.1, true)[0] ?? lowest) : 0,
    highest > 0 ? (uPlot.rangeNum(0, highest, 0.1, true)[1] ?? highest) : 0,
  ];
};

/** Bars above and below zero. @param money words of minor units */
export function netOptions(input: ChartInput, money: (minor: number) => string): uPlot.Options {
  return chartOptions(input, {
    height: NET_HEIGHT,
    range: netRange,
    axis: { values: (_, splits) => splits.map((value) => money(Math.round(value))) },
    daysBelow: false,
    colours: ["success", "error"],
  });
}

/** @param time words of seconds */
export function playedOptions(input: ChartInput, time: (seconds: number) => string): uPlot.Options {
  return chartOptions(input, {
    height: PLAYED_HEIGHT,
    range: (_, __, high) => [0, Math.max(60, (high ?? 0) * 1.1)],
    axis: { incrs: TIMES, values: (_, splits) => splits.map(time) },
    daysBelow: true,
    colours: ["info"],
  });
}

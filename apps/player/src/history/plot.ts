/**
 * Draws days of play with uPlot: net results as bars above and below zero, time played as bars below them. Owns the
 * canvases and what is under the pointer; the words round them and the keyboard are the component's.
 */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export interface PlotData {
  /** Words of each day for the axis. */
  days: readonly string[];
  /** Minor units. */
  net: readonly number[];
  /** Seconds. */
  played: readonly number[];
}
export interface PlotOptions {
  data: PlotData;
  net: HTMLElement;
  played: HTMLElement;
  money: (minor: number) => string;
  time: (seconds: number) => string;
  onPoint: (day: number) => void;
}
export interface Plot {
  /** Marks a day, or none. */
  mark: (day: number | null) => void;
  destroy: () => void;
}

const NET_HEIGHT = 160;
const PLAYED_HEIGHT = 104;
/** Room for the words of the axes, the same for both so that the days stand below each other. */
const AXIS_WIDTH = 76;
const AXIS_HEIGHT = 28;
const TIMES = [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400];
const DAY_STEPS = [1, 2, 3, 5, 7, 10, 14, 15, 30];

const orNull = (values: readonly number[], shown: (value: number) => boolean) =>
  values.map((value) => (shown(value) ? value : null));

export function drawPlot({ data, net, played, money, time, onPoint }: PlotOptions): Plot {
  const root = document.documentElement;
  const colour = (name: string) => () => getComputedStyle(root).getPropertyValue(`--color-${name}`).trim();
  const rtl = getComputedStyle(net.parentElement ?? root).direction === "rtl";
  const { fontFamily, fontSize } = getComputedStyle(root);
  const font = `${Math.round(Number.parseFloat(fontSize) * 0.6875)}px ${fontFamily}`;
  const count = data.days.length;
  let marked: number | null = null;

  const markColumn = (plot: uPlot) => {
    if (marked === null) return;
    const { left, top, width, height } = plot.bbox;
    const ends = [plot.valToPos(marked - 0.5, "x", true), plot.valToPos(marked + 0.5, "x", true)];
    const start = Math.max(left, Math.min(...ends));
    const end = Math.min(left + width, Math.max(...ends));
    plot.ctx.fillStyle = colour("lifted")();
    plot.ctx.fillRect(start, top, end - start, height);
  };
  const zeroLine = (plot: uPlot) => {
    const { left, width } = plot.bbox;
    plot.ctx.fillStyle = colour("edge")();
    plot.ctx.fillRect(left, Math.round(plot.valToPos(0, "y", true)), width, Math.max(1, uPlot.pxRatio));
  };
  const bars = uPlot.paths.bars?.({ size: [0.68, 26], radius: 0.12 });
  const series = (name: string): uPlot.Series => ({
    fill: colour(name),
    width: 0,
    points: { show: false },
    ...(bars && { paths: bars }),
  });
  const options = (height: number, range: uPlot.Scale.Range, axis: uPlot.Axis, days: boolean): uPlot.Options => ({
    width: Math.max(1, net.clientWidth),
    height,
    series: [],
    legend: { show: false },
    cursor: { show: false },
    padding: [8, rtl ? null : 4, days ? null : 8, rtl ? 4 : null],
    scales: { x: { time: false, dir: rtl ? -1 : 1, range: [-0.5, count - 0.5] }, y: { range } },
    axes: [
      {
        show: days,
        scale: "x",
        font,
        stroke: colour("muted"),
        grid: { show: false },
        ticks: { show: false },
        size: AXIS_HEIGHT,
        space: 52,
        incrs: DAY_STEPS,
        values: (_, splits) => splits.map((day) => data.days[day] ?? null),
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
    hooks: { drawClear: [markColumn], draw: [zeroLine] },
  });

  const xs = data.days.map((_, day) => day);
  const netRange: uPlot.Range.Function = (_, low, high) =>
    low === 0 && high === 0
      ? [-100, 100]
      : [
          low < 0 ? (uPlot.rangeNum(low, 0, 0.1, true)[0] ?? low) : 0,
          high > 0 ? (uPlot.rangeNum(0, high, 0.1, true)[1] ?? high) : 0,
        ];
  const plots = [
    new uPlot(
      {
        ...options(
          NET_HEIGHT,
          (plot, low, high, key) => netRange(plot, Math.min(low ?? 0, 0), Math.max(high ?? 0, 0), key),
          {
            values: (_, splits) => splits.map((value) => money(Math.round(value))),
          },
          false,
        ),
        series: [{}, series("success"), series("error")],
      },
      [xs, orNull(data.net, (value) => value > 0), orNull(data.net, (value) => value < 0)],
      net,
    ),
    new uPlot(
      {
        ...options(
          PLAYED_HEIGHT,
          (_, __, high) => [0, Math.max(60, (high ?? 0) * 1.1)],
          {
            incrs: TIMES,
            values: (_, splits) => splits.map(time),
          },
          true,
        ),
        series: [{}, series("info")],
      },
      [xs, orNull(data.played, (value) => value > 0)],
      played,
    ),
  ];
  const redraw = () => {
    for (const plot of plots) plot.redraw(false, false);
  };

  const point = (event: PointerEvent) => {
    const [plot] = plots;
    if (!plot) return;
    const { left, width } = plot.over.getBoundingClientRect();
    const part = Math.min(0.999, Math.max(0, (event.clientX - left) / width));
    onPoint(Math.floor((rtl ? 1 - part : part) * count));
  };
  const places = [net, played];
  for (const place of places) {
    place.addEventListener("pointermove", point);
    place.addEventListener("pointerdown", point);
  }
  const resized = new ResizeObserver(() => {
    const width = Math.max(1, net.clientWidth);
    for (const plot of plots) if (plot.width !== width) plot.setSize({ width, height: plot.height });
  });
  resized.observe(net);
  // Another scheme changes the colours without anybody saying so.
  const watcher = new MutationObserver(redraw);
  watcher.observe(root, { attributes: true });

  return {
    mark(day) {
      if (day === marked) return;
      marked = day;
      redraw();
    },
    destroy() {
      resized.disconnect();
      watcher.disconnect();
      for (const place of places) {
        place.removeEventListener("pointermove", point);
        place.removeEventListener("pointerdown", point);
      }
      for (const plot of plots) plot.destroy();
    },
  };
}

/** Draws one chart of the last hour with uPlot. Loaded with the screen of health alone. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export interface PlotInput {
  into: HTMLElement;
  /** Unix times in seconds. */
  at: readonly number[];
  lines: readonly { label: string; colour: string; dash: readonly number[]; values: readonly (number | null)[] }[];
  format: (value: number) => string;
  time: (seconds: number) => string;
}
const HEIGHT = 150;
const AXIS_WIDTH = 64;

/** Read at each drawing, since another scheme changes it. */
const colour = (name: string) => () =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();

function optionsOf({ into, lines, format, time }: Omit<PlotInput, "at">): uPlot.Options {
  const root = document.documentElement;
  const rtl = getComputedStyle(into).direction === "rtl";
  const { fontFamily, fontSize } = getComputedStyle(root);
  const axis = {
    stroke: colour("muted"),
    font: `${Math.round(Number.parseFloat(fontSize) * 0.75)}px ${fontFamily}`,
    ticks: { show: false },
  };
  const grid = { stroke: colour("line"), width: 1 };
  return {
    width: Math.max(1, into.clientWidth),
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    // Time runs from left to right in every language; the scale is where the reader begins.
    padding: [8, rtl ? 0 : 8, 0, rtl ? 8 : 0],
    scales: { x: { time: true }, y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] } },
    axes: [
      { ...axis, grid: { show: false }, values: (_, splits) => splits.map(time), space: 90, size: 28 },
      {
        ...axis,
        grid,
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- its values are not exported: right and left
        side: rtl ? 1 : 3,
        size: AXIS_WIDTH,
        space: 36,
        values: (_, splits) => splits.map(format),
      },
    ],
    series: [
      {},
      ...lines.map(({ label, colour: name, dash }): uPlot.Series => ({
        label,
        stroke: colour(name),
        width: 2,
        dash: [...dash],
        points: { show: false },
        spanGaps: false,
      })),
    ],
  };
}

/** @returns the function that removes it */
export function drawPlot({ at, ...input }: PlotInput): () => void {
  const { into, lines } = input;
  const plot = new uPlot(optionsOf(input), [[...at], ...lines.map(({ values }) => [...values])], into);
  const resize = new ResizeObserver(() => plot.setSize({ width: Math.max(1, into.clientWidth), height: HEIGHT }));
  resize.observe(into);
  const scheme = new MutationObserver(() => plot.redraw(false, true));
  scheme.observe(document.documentElement, { attributeFilter: ["data-scheme"] });
  return () => {
    resize.disconnect();
    scheme.disconnect();
    plot.destroy();
  };
}

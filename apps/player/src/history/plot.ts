/**
 * Draws days of play with uPlot: net results as bars above and below zero, time played as bars below them. Owns the
 * canvases and the pointer; the figures and the keyboard belong to the component.
 */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { netOptions, playedOptions } from "./plotOptions.ts";
import type { ChartInput } from "./plotOptions.ts";

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

const orNull = (values: readonly number[], shown: (value: number) => boolean) =>
  values.map((value) => (shown(value) ? value : null));

export function drawPlot({ data, net, played, money, time, onPoint }: PlotOptions): Plot {
  const root = document.documentElement;
  const rtl = getComputedStyle(net.parentElement ?? root).direction === "rtl";
  const { fontFamily, fontSize } = getComputedStyle(root);
  const widthOf = () => Math.max(1, net.clientWidth);
  let marked: number | null = null;
  const input: ChartInput = {
    days: data.days,
    width: widthOf(),
    rtl,
    font: `${Math.round(Number.parseFloat(fontSize) * 0.6875)}px ${fontFamily}`,
    marked: () => marked,
  };
  const xs = data.days.map((_, day) => day);
  const wins = orNull(data.net, (value) => value > 0);
  const losses = orNull(data.net, (value) => value < 0);
  const netPlot = new uPlot(netOptions(input, money), [xs, wins, losses], net);
  const times = orNull(data.played, (value) => value > 0);
  const plots = [netPlot, new uPlot(playedOptions(input, time), [xs, times], played)];

  const redraw = () => {
    for (const plot of plots) plot.redraw(false, false);
  };
  const onPointer = (event: PointerEvent) => {
    const { left, width } = netPlot.over.getBoundingClientRect();
    const part = Math.min(0.999, Math.max(0, (event.clientX - left) / width));
    onPoint(Math.floor((rtl ? 1 - part : part) * data.days.length));
  };
  const places = [net, played];
  for (const place of places) {
    place.addEventListener("pointermove", onPointer);
    place.addEventListener("pointerdown", onPointer);
  }
  const sizeObserver = new ResizeObserver(() => {
    const width = widthOf();
    for (const plot of plots) if (plot.width !== width) plot.setSize({ width, height: plot.height });
  });
  sizeObserver.observe(net);
  // Another scheme changes the colours: it is an attribute of the root element.
  const schemeObserver = new MutationObserver(redraw);
  schemeObserver.observe(root, { attributes: true });

  return {
    mark(day) {
      if (day === marked) return;
      marked = day;
      redraw();
    },
    destroy() {
      sizeObserver.disconnect();
      schemeObserver.disconnect();
      for (const place of places) {
        place.removeEventListener("pointermove", onPointer);
        place.removeEventListener("pointerdown", onPointer);
      }
      for (const plot of plots) plot.destroy();
    },
  };
}

import { nice, ticks } from "d3-array";
import { stack } from "d3-shape";
import type { ChartSeries } from "./summarize-series.ts";

/** About how many lines a chart has above its ground. */
const LINES = 3;

/** Of each series the lower and upper edge on each day. */
export function layersOf(days: readonly string[], series: readonly ChartSeries[]): [number, number][][] {
  const layers = stack<number, ChartSeries>()
    .keys([...series])
    .value((day, { values }) => values[day] ?? 0)(days.map((_, day) => day));
  return layers.map((layer) => layer.map(([lower, upper]) => [lower, upper]));
}

/** Round values from nothing up to the highest one or just above it. */
export function linesUpTo(highest: number, whole: boolean): number[] {
  const [, top] = nice(0, highest, LINES);
  return ticks(0, top, LINES).filter((line) => !whole || Number.isInteger(line));
}

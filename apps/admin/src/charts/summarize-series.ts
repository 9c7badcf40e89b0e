import { formatDay } from "./format-day.ts";

export interface ChartSeries {
  readonly name: string;
  readonly tone: ChartTone;
  readonly values: readonly number[];
}

export type ChartTone = "complete" | "partial" | "missing" | "failed" | "active" | "neutral";

export function totalOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** What a chart shows, for anyone who does not see it: the whole, and its highest day. */
export function summarizeSeries(
  days: readonly string[],
  series: readonly ChartSeries[],
  format: (value: number) => string,
): string {
  const sums = days.map((_, at) => totalOf(series.map(({ values }) => values[at] ?? 0)));
  const most = Math.max(...sums);
  const parts = series.length > 1 ? series.map(({ name, values }) => `${name} ${format(totalOf(values))}`) : [];
  const whole = `${format(totalOf(sums))} in ${days.length} days`;
  const highest = `most on ${formatDay(days[sums.indexOf(most)]!)}: ${format(most)}`;
  return `${[[whole, ...parts].join(", "), highest].join("; ")}.`;
}

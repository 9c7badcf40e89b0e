import { classNames, Skeleton, TONES } from "@assay/ui";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { formatDay } from "./format-day.ts";
import { type ChartSeries, summarizeSeries, totalOf } from "./summarize-series.ts";

const Bars = lazy(() => import("./bars.tsx"));

export interface BarChartProps {
  title: string;
  /** UTC days, the earliest first. */
  days: readonly string[];
  /** On top of each other, the first at the bottom. */
  series: readonly ChartSeries[];
  format: (value: number) => string;
  /** Whether only whole numbers come. */
  whole?: boolean;
  /** Said in place of a chart where there is nothing to see. */
  empty: string;
  /** Below the chart. */
  children?: ReactNode;
}

/** Bars by day, with the same in words and as a table. */
export function BarChart({ title, days, series, format, whole = false, empty, children }: BarChartProps) {
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const total = totalOf(series.flatMap(({ values }) => values));
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2 rounded-lg border border-line p-4">
      <div className="flex items-baseline gap-2">
        <h3 id={id} className="text-sm font-medium">
          {title}
        </h3>
        <p className="ms-auto text-sm font-semibold tabular-nums">{format(total)}</p>
      </div>
      {total === 0 ? (
        <p className="flex h-44 items-center justify-center rounded-md bg-sunken px-4 text-center text-sm text-muted">
          {empty}
        </p>
      ) : (
        <>
          <Legend days={days} series={series} format={format} at={at} />
          <div aria-hidden className="h-36">
            <Suspense fallback={<Skeleton className="h-full" />}>
              <Bars days={days} series={series} format={format} whole={whole} at={at} onPoint={setAt} />
            </Suspense>
          </div>
          <p className="sr-only">{summarizeSeries(days, series, format)}</p>
          {children}
          <Figures title={title} days={days} series={series} format={format} />
        </>
      )}
    </section>
  );
}

type Shown = Pick<BarChartProps, "days" | "series" | "format">;

/** What the colours mean, and under the pointer the figures of that day. */
function Legend({ days, series, format, at }: Shown & { at: number | null }) {
  return (
    <p aria-hidden className="flex h-4 gap-x-3 overflow-hidden text-xs whitespace-nowrap text-muted">
      <span className="text-text tabular-nums">{at === null ? `Last ${days.length} days` : formatDay(days[at]!)}</span>
      {(series.length > 1 || at !== null) &&
        series.map(({ name, tone, values }) => (
          <span key={name} className="inline-flex items-center gap-1">
            <span className={classNames("size-2 rounded-xs", TONES[tone].fill)} />
            {name}
            {at !== null && <span className="text-text tabular-nums">{format(values[at]!)}</span>}
          </span>
        ))}
    </p>
  );
}

function Figures({ title, days, series, format }: Shown & { title: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="text-xs" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="target w-fit rounded text-muted hover:text-text">Figures by day</summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div tabIndex={0} className="mt-1 max-h-56 overflow-y-auto rounded-md border border-line">
          <table aria-label={`${title} by day`} className="w-full tabular-nums">
            <thead>
              <tr className="border-b border-line text-muted">
                <th scope="col" className="px-2 py-1 text-start font-medium">
                  Day
                </th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" className="px-2 py-1 text-end font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days
                .map((day, at) => (
                  <tr key={day} className="border-b border-line last:border-b-0">
                    <th scope="row" className="px-2 py-1 text-start font-normal">
                      {formatDay(day)}
                    </th>
                    {series.map(({ name, values }) => (
                      <td key={name} className="px-2 py-1 text-end">
                        {format(values[at]!)}
                      </td>
                    ))}
                  </tr>
                ))
                .toReversed()}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

import { layersOf, linesUpTo } from "./bar-layout.ts";
import { formatDay } from "./format-day.ts";
import type { ChartSeries, ChartTone } from "./summarize-series.ts";

const FILLS: Readonly<Record<ChartTone, string>> = {
  complete: "fill-complete-fill",
  partial: "fill-partial-fill",
  missing: "fill-missing-fill",
  failed: "fill-failed-fill",
  active: "fill-accent",
  neutral: "fill-neutral-fill",
};
const BAR_SHARE = 0.72;
/** Days between two labels. */
const LABEL_EVERY = 7;

export interface BarsProps {
  days: readonly string[];
  series: readonly ChartSeries[];
  format: (value: number) => string;
  /** Whether only whole numbers come. */
  whole: boolean;
  /** The day under the pointer. */
  at: number | null;
  onPoint: (at: number | null) => void;
}

/** The bars, their lines and their days. Places are shares of the width, so that it follows whatever room there is. */
export default function Bars({ days, series, format, whole, at, onPoint }: BarsProps) {
  const layers = layersOf(days, series);
  const highest = Math.max(...(layers.at(-1) ?? []).map(([, upper]) => upper));
  const lines = linesUpTo(highest, whole);
  const top = Math.max(lines.at(-1)!, highest);
  const heightOf = (value: number) => (100 * value) / top;
  const width = 100 / days.length;
  return (
    <div className="flex h-full flex-col text-xs text-muted tabular-nums">
      <div className="relative min-h-0 flex-1">
        {lines.map((line) => (
          <div key={line} className="absolute inset-x-0 flex h-0 items-end" style={{ bottom: `${heightOf(line)}%` }}>
            <span className="w-10 shrink-0 translate-y-1/2 truncate pe-2 text-end leading-none">{format(line)}</span>
            <span className="flex-1 border-t border-line" />
          </div>
        ))}
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: what it shows is next to it in words and as a table */}
        <svg
          className="absolute inset-y-0 right-0 left-10 h-full w-[calc(100%-2.5rem)]"
          onPointerLeave={() => onPoint(null)}
        >
          {layers.map((layer, index) => (
            <g key={series[index]!.name} className={FILLS[series[index]!.tone]}>
              {layer.map(
                ([lower, upper], day) =>
                  upper > lower && (
                    <rect
                      key={days[day]}
                      x={`${width * (day + (1 - BAR_SHARE) / 2)}%`}
                      width={`${width * BAR_SHARE}%`}
                      y={`${100 - heightOf(upper)}%`}
                      height={`${heightOf(upper - lower)}%`}
                      rx={1.5}
                    />
                  ),
              )}
            </g>
          ))}
          {days.map((day, index) => (
            <rect
              key={day}
              x={`${width * index}%`}
              width={`${width}%`}
              height="100%"
              className={index === at ? "fill-text opacity-10" : "fill-transparent"}
              onPointerEnter={() => onPoint(index)}
            />
          ))}
        </svg>
      </div>
      <div className="relative ms-10 mt-1.5 h-4">
        {days.map(
          (day, index) =>
            (days.length - 1 - index) % LABEL_EVERY === 0 && (
              <span
                key={day}
                className="absolute -translate-x-1/2 whitespace-nowrap last:-translate-x-full"
                style={{ left: `${index === days.length - 1 ? 100 : width * (index + 0.5)}%` }}
              >
                {formatDay(day)}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

import type { Occurrences, Period } from "@assay/client";
import { describeInterval } from "@assay/site/expectation";
import { formatCount } from "@assay/site/format";
import { Part } from "@assay/site/part";
import { formatDate, formatPeriod } from "@assay/site/period";
import { placeOnStrip } from "./place-on-strip.ts";

interface OccurrenceStripProps {
  occurrences: Occurrences;
  period: Period;
  every: string | null;
}

/** The period of the run from left to right: the days on which records say that it happened, and the gaps between. */
export default function OccurrenceStrip({ occurrences, period, every }: OccurrenceStripProps) {
  const { expected, found, gaps, facts } = occurrences;
  const isEnough = expected === 0 || (found >= expected && gaps.length === 0);
  const { days, stretches } = placeOnStrip(occurrences, period);
  return (
    <Part title="Occurrences in the period">
      <p className="text-sm">
        {expected > 0
          ? `Records show ${formatCount(found, "occurrence")} of ${expected.toLocaleString()} expected`
          : `Records show ${formatCount(found, "occurrence")}`}
        {every && `, ${describeInterval(every)}`}.
      </p>
      <div aria-hidden className="relative mt-2 h-6 overflow-hidden rounded-md border border-line bg-sunken">
        {stretches.map(({ start, width }) => (
          <span
            key={start}
            className="absolute inset-y-0 bg-missing-soft"
            style={{ insetInlineStart: `${start}%`, width: `${width}%` }}
          />
        ))}
        {days.map(({ date, at }) => (
          <span
            key={date}
            title={formatDate(date)}
            className={`absolute inset-y-0.5 w-1 -translate-x-1/2 rounded-xs ${isEnough ? "bg-complete" : "bg-accent"}`}
            style={{ insetInlineStart: `${at}%` }}
          />
        ))}
      </div>
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span>{formatDate(period.from)}</span>
        <span>{formatDate(period.to)}</span>
      </p>
      {gaps.length > 0 && (
        <div className="mt-2 text-sm">
          <p className="font-medium text-missing">{formatCount(gaps.length, "gap")}</p>
          <ul className="list-disc ps-5">
            {gaps.map((gap) => (
              <li key={gap.from}>{formatPeriod(gap)}</li>
            ))}
          </ul>
        </div>
      )}
      {facts.length > 0 && (
        <details className="mt-2 text-sm">
          <summary className="target">{formatCount(facts.length, "day", "days")} with a record</summary>
          <ul className="mt-1 flex flex-col gap-1">
            {facts.map(({ date, text, chunkId }) => (
              <li key={`${date} ${chunkId}`} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3">
                <time dateTime={date} className="tabular-nums">
                  {formatDate(date)}
                </time>
                <span dir="auto" className="break-words text-muted">
                  {text}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Part>
  );
}

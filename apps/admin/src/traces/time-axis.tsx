import { formatMs } from "./format-time.ts";
import { percentIn, type Timeline } from "./timeline.ts";

const TICKS = 6;

/** Times along the top of what is shown. */
export function TimeAxis({ timeline: { scale, range } }: { timeline: Timeline }) {
  const places = Array.from({ length: TICKS }, (_, at) => range.from + ((range.to - range.from) * at) / TICKS);
  return (
    <div aria-hidden className="@container absolute inset-0">
      {places.map((place, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place
          key={at}
          className="absolute inset-y-0 flex items-center border-s border-line ps-1 text-xs whitespace-nowrap tabular-nums @max-md:nth-[2n]:hidden @max-3xs:not-first:hidden"
          style={{ left: `${(100 * at) / TICKS}%` }}
        >
          {formatMs(scale.time(place))}
        </span>
      ))}
    </div>
  );
}

/** Where idle time was compressed, behind the bars. */
export function IdleBands({ timeline: { scale, range } }: { timeline: Timeline }) {
  return scale.idle.map(({ from, to, fromMs, toMs }) => {
    const left = percentIn(range, from);
    const width = percentIn(range, to) - left;
    if (left > 100 || left + width < 0) return null;
    return (
      <div
        key={fromMs}
        title={`${formatMs(toMs - fromMs)} without work`}
        className="idle-band absolute inset-y-0 min-w-[3px]"
        style={{ left: `${left}%`, width: `${width}%` }}
      />
    );
  });
}

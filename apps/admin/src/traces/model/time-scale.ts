/** A gap is compressed where it is longer than this share of the time in which something works … */
const LONG_SHARE = 0.05;
/** … and than this. */
const LONG_MS = 200;
/** What is left of it, as such a share. */
const LEFT_SHARE = 0.02;

interface IdleBand {
  readonly fromMs: number;
  readonly toMs: number;
  readonly from: number;
  readonly to: number;
}

/** Places on the time axis: from 0 to 1 over the whole trace. */
export interface TimeScale {
  place(ms: number): number;
  /** The time at a place. */
  time(place: number): number;
  /** What was compressed. */
  readonly idle: readonly IdleBand[];
}

/** `idle` holds the gaps as from, to, from, to …, in order. */
export function makeTimeScale(durationMs: number, idle: ArrayLike<number>, compressed: boolean): TimeScale {
  const total = Math.max(durationMs, 1);
  const gaps: [from: number, to: number][] = [];
  let busyMs = total;
  for (let at = 0; at < idle.length; at += 2) busyMs -= idle[at + 1]! - idle[at]!;
  const longMs = Math.max(LONG_MS, busyMs * LONG_SHARE);
  const leftMs = Math.max(1, busyMs * LEFT_SHARE);
  if (compressed)
    for (let at = 0; at < idle.length; at += 2)
      if (idle[at + 1]! - idle[at]! > longMs) gaps.push([idle[at]!, idle[at + 1]!]);

  // Corners of a line that rises steeply over work and slowly over what is compressed.
  const times = [0];
  const lengths = [0];
  const add = (ms: number, length: number) => {
    lengths.push(lengths.at(-1)! + length);
    times.push(ms);
  };
  for (const [from, to] of gaps) {
    add(from, from - times.at(-1)!);
    add(to, leftMs);
  }
  add(total, total - times.at(-1)!);
  const whole = lengths.at(-1)!;
  const places = lengths.map((length) => length / whole);
  const place = (ms: number) => interpolate(times, places, ms);
  return {
    place,
    time: (at) => interpolate(places, times, at),
    idle: gaps.map(([fromMs, toMs]) => ({ fromMs, toMs, from: place(fromMs), to: place(toMs) })),
  };
}

function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  let [low, high] = [0, xs.length - 1];
  if (x <= xs[0]!) return ys[0]!;
  if (x >= xs[high]!) return ys[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle]! <= x) low = middle;
    else high = middle;
  }
  const width = xs[high]! - xs[low]!;
  return width === 0 ? ys[low]! : ys[low]! + ((x - xs[low]!) / width) * (ys[high]! - ys[low]!);
}

/** One look at another clock: between being asked and having answered, it showed `millis`. */
export interface ClockReading {
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
  /** Rounded down. */
  readonly millis: number;
}

/** How far the other clock is ahead of this machine's own that never jumps: at least, and at most. */
export interface ClockEstimate {
  readonly leastMs: number;
  readonly mostMs: number;
  /** When it was made, by this machine's clock. */
  readonly atMs: number;
}

/** How fast two clocks may part: what NTP corrects at most. */
const DRIFT = 0.0005;

/**
 * What a reading says of the other clock, together with what was known before: one whose answer came late, as this process
 * or the network was busy, makes nothing worse. What contradicts the earlier ones wins, as clocks are set.
 */
export function estimateClock(
  { askedAtMs, answeredAtMs, millis }: ClockReading,
  before: ClockEstimate | undefined,
): ClockEstimate {
  const read = { leastMs: millis - answeredAtMs, mostMs: millis + 1 - askedAtMs, atMs: answeredAtMs };
  if (!before) return read;
  const partedMs = partedBy(before, answeredAtMs);
  const leastMs = Math.max(read.leastMs, before.leastMs - partedMs);
  const mostMs = Math.min(read.mostMs, before.mostMs + partedMs);
  return leastMs <= mostMs ? { leastMs, mostMs, atMs: answeredAtMs } : read;
}

/** The other clock's time now. */
export function timeOf({ leastMs, mostMs }: ClockEstimate, ownMs: number): Date {
  return new Date(ownMs + (leastMs + mostMs) / 2);
}

export function uncertaintyOf(estimate: ClockEstimate, ownMs: number): number {
  return (estimate.mostMs - estimate.leastMs) / 2 + partedBy(estimate, ownMs);
}

const partedBy = ({ atMs }: ClockEstimate, ownMs: number) => Math.max(0, ownMs - atMs) * DRIFT;

import { expect, test } from "vitest";
import { type ClockReading, estimateClock, timeOf, uncertaintyOf } from "../src/clock-estimate.ts";

/** A clock that is this far ahead, asked at `askedAtMs`: it was read `afterMs` later, and the answer came after `tookMs`. */
const reading = (aheadMs: number, askedAtMs: number, { afterMs = 0, tookMs = 2 } = {}): ClockReading => ({
  askedAtMs,
  answeredAtMs: askedAtMs + tookMs,
  millis: Math.floor(askedAtMs + afterMs + aheadMs),
});
const AHEAD = 1_000_000;

test.each([0, 29_000, 30_000])("an answer that took 30 s, read after %s ms, is as uncertain as that", (afterMs) => {
  const estimate = estimateClock(reading(AHEAD, 500, { afterMs, tookMs: 30_000 }), undefined);
  const own = 30_500;
  const wrongMs = Math.abs(timeOf(estimate, own).getTime() - (own + AHEAD));
  expect(wrongMs).toBeLessThanOrEqual(uncertaintyOf(estimate, own) + 1);
  expect(uncertaintyOf(estimate, own)).toBeLessThan(15_002);
});

test("a reading that took long changes nothing that a quick one knew", () => {
  const quick = estimateClock(reading(AHEAD, 0), undefined);
  const both = estimateClock(reading(AHEAD, 60_000, { tookMs: 30_000 }), quick);
  expect(Math.abs(timeOf(both, 90_000).getTime() - (90_000 + AHEAD))).toBeLessThan(50);
  expect(uncertaintyOf(both, 90_000)).toBeLessThan(50);
});

test("a clock that was set is followed, and two that part slowly stay known", () => {
  const before = estimateClock(reading(AHEAD, 0), undefined);
  const set = estimateClock(reading(AHEAD + 3_600_000, 60_000), before);
  expect(Math.abs(timeOf(set, 60_002).getTime() - (60_002 + AHEAD + 3_600_000))).toBeLessThan(3);
  let estimate = before;
  for (let minute = 1; minute < 600; minute++)
    estimate = estimateClock(reading(AHEAD + minute * 20, minute * 60_000), estimate);
  const own = 600 * 60_000;
  expect(Math.abs(timeOf(estimate, own).getTime() - (own + AHEAD + 600 * 20))).toBeLessThan(
    uncertaintyOf(estimate, own),
  );
});

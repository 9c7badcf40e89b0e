import { expect, test } from "vitest";
import { DISABLED_AFTER_MS, waitAfter } from "../../src/webhooks/retry-schedule.ts";

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

test("ten attempts are made, with the waits that Standard Webhooks suggests between them", () => {
  const waits = Array.from({ length: 10 }, (_, at) => waitAfter(at + 1, { random: 0.5 }));
  const short = [5, 300, 1800].map((seconds) => seconds * SECOND_MS);
  const long = [2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS);
  expect(waits).toEqual([...short, ...long, undefined]);
});

test("each wait differs by up to a tenth, so that those who fail together do not come back together", () => {
  expect([0, 1].map((random) => waitAfter(1, { random }))).toEqual([4500, 5500]);
});

test("a receiver may ask for longer, up to a day, and not for less", () => {
  const asked = (retryAfterSeconds: number) => waitAfter(1, { retryAfterSeconds, random: 0.5 });
  expect([1, 60, 24 * 3600, 24 * 3600 + 1].map(asked)).toEqual([
    5 * SECOND_MS,
    60 * SECOND_MS,
    24 * HOUR_MS,
    24 * HOUR_MS,
  ]);
});

test("a receiver that fails for three days is given up", () => {
  expect(DISABLED_AFTER_MS).toBe(72 * HOUR_MS);
});

import { expect, test } from "vitest";
import { createBuckets, createRateLimit, type RateLimit } from "../../src/rate-limit.ts";

const waitOf = (limit: RateLimit, key: string) => limit.take(key).retryAfterSeconds;

test("a bucket says what is left, and when all of it is there again", () => {
  let now = 0;
  const limit = createRateLimit(60, () => now);
  expect(limit.take("a")).toEqual({ retryAfterSeconds: 0, remaining: 59, fullInSeconds: 1 });
  expect(limit.take("a")).toEqual({ retryAfterSeconds: 0, remaining: 58, fullInSeconds: 2 });
  now += 500;
  expect(limit.take("a")).toEqual({ retryAfterSeconds: 0, remaining: 57, fullInSeconds: 3 });
});

test("a bucket gives its whole minute at once, then refills evenly, and says how long to wait", () => {
  let now = 0;
  const limit = createRateLimit(60, () => now);
  for (let at = 0; at < 60; at++) expect(waitOf(limit, "a")).toBe(0);
  expect(waitOf(limit, "a")).toBe(1);
  expect(waitOf(limit, "b")).toBe(0);
  now += 999;
  expect(waitOf(limit, "a")).toBe(1);
  now += 1;
  expect(waitOf(limit, "a")).toBe(0);
  expect(waitOf(limit, "a")).toBe(1);
  now += 3_600_000;
  for (let at = 0; at < 60; at++) expect(waitOf(limit, "a")).toBe(0);
  expect(waitOf(limit, "a")).toBe(1);
});

test("a slow limit asks for as long a wait as the next one takes", () => {
  let now = 0;
  const limit = createRateLimit(1, () => now);
  expect(waitOf(limit, "a")).toBe(0);
  expect(waitOf(limit, "a")).toBe(60);
  now += 30_000;
  expect(waitOf(limit, "a")).toBe(30);
});

test("buckets of tenants that have gone quiet are forgotten without giving anybody more", () => {
  let now = 0;
  const limit = createRateLimit(2, () => now);
  for (let at = 0; at < 20_000; at++) {
    expect(waitOf(limit, `tenant ${at}`)).toBe(0);
    now += 10;
  }
  for (const wait of [0, 0, 30]) expect(waitOf(limit, "spender")).toBe(wait);
  for (let at = 0; at < 10_001; at++) limit.take(`other ${at}`);
  expect(waitOf(limit, "spender")).toBe(30);
});

test("buckets that are full again are dropped a few at a time, and no more are kept than the limit", () => {
  let now = 0;
  const buckets = createBuckets(() => now, 1000);
  const put = (count: number, name: string) => {
    for (let at = 0; at < count; at++) buckets.put(`${name} ${at}`, { tokens: 1, at: now });
  };
  put(600, "early");
  now += 30_000;
  put(300, "late");
  expect(buckets.size).toBe(900);
  now += 30_000;
  put(1, "one");
  expect(buckets.size, "one more, two less").toBe(899);
  put(299, "more");
  expect(buckets.size).toBe(600);
  expect(buckets.take("late 0")).toEqual({ tokens: 1, at: 30_000 });
  put(2000, "many");
  expect(buckets.size).toBe(1000);
  expect(buckets.take("many 1999")).toBeDefined();
});

import { expect, test } from "vitest";
import { createRateLimit } from "../../src/rate-limit.ts";

test("a bucket gives its whole minute at once, then refills evenly, and says how long to wait", () => {
  let now = 0;
  const limit = createRateLimit(60, () => now);
  for (let at = 0; at < 60; at++) expect(limit.take("a")).toBe(0);
  expect(limit.take("a")).toBe(1);
  expect(limit.take("b")).toBe(0);
  now += 999;
  expect(limit.take("a")).toBe(1);
  now += 1;
  expect(limit.take("a")).toBe(0);
  expect(limit.take("a")).toBe(1);
  now += 3_600_000;
  for (let at = 0; at < 60; at++) expect(limit.take("a")).toBe(0);
  expect(limit.take("a")).toBe(1);
});

test("a slow limit asks for as long a wait as the next one takes", () => {
  let now = 0;
  const limit = createRateLimit(1, () => now);
  expect(limit.take("a")).toBe(0);
  expect(limit.take("a")).toBe(60);
  now += 30_000;
  expect(limit.take("a")).toBe(30);
});

test("buckets of tenants that have gone quiet are forgotten without giving anybody more", () => {
  let now = 0;
  const limit = createRateLimit(2, () => now);
  for (let at = 0; at < 20_000; at++) {
    expect(limit.take(`tenant ${at}`)).toBe(0);
    now += 10;
  }
  for (const wait of [0, 0, 30]) expect(limit.take("spender")).toBe(wait);
  for (let at = 0; at < 10_001; at++) limit.take(`other ${at}`);
  expect(limit.take("spender")).toBe(30);
});

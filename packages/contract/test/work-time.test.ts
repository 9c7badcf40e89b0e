import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWorkTime } from "../src/index.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("what is waited for takes nothing of the time, also where one wait is within another", async () => {
  const time = createWorkTime(100);
  await vi.advanceTimersByTimeAsync(60);
  const [inner, outer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waits = time.hold(async () => {
    await time.hold(() => inner.promise);
    await outer.promise;
  });
  await vi.advanceTimersByTimeAsync(500);
  inner.resolve();
  await vi.advanceTimersByTimeAsync(500);
  outer.resolve();
  await waits;
  expect(time.leftMs()).toBe(40);
  await vi.advanceTimersByTimeAsync(39);
  expect(time.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(time.signal.reason).toMatchObject({ name: "TimeoutError" });
});

test("time that has ended is never used up", async () => {
  const time = createWorkTime(100);
  time.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(time.signal.aborted).toBe(false);
});

test("two waits at once are held until both have ended", async () => {
  const time = createWorkTime(100);
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waits = [time.hold(() => one.promise), time.hold(() => two.promise)];
  await vi.advanceTimersByTimeAsync(500);
  one.resolve();
  await waits[0];
  await vi.advanceTimersByTimeAsync(500);
  expect(time.signal.aborted).toBe(false);
  two.resolve();
  await waits[1];
  await vi.advanceTimersByTimeAsync(100);
  expect(time.signal.aborted).toBe(true);
});

import { expect, test } from "vitest";
import { createStopwatch } from "../../../src/review/stopwatch.ts";

test("only the time between start and stop counts, a start twice counts once, and a reset while running continues", () => {
  let now = 0;
  const watch = createStopwatch(() => now);
  const pass = (ms: number) => {
    now += ms;
  };
  pass(50);
  expect(watch.readMs()).toBe(0);
  watch.start();
  pass(100);
  watch.start();
  pass(20);
  watch.stop();
  pass(1000);
  expect(watch.readMs()).toBe(120);
  watch.start();
  pass(5);
  expect(watch.readMs()).toBe(125);
  watch.reset();
  pass(7);
  expect(watch.readMs()).toBe(7);
});

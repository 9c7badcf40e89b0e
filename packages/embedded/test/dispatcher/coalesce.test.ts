import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { coalesce } from "../../src/dispatcher/coalesce.ts";

/** Polls each quarter of a second for a minute by a clock of the test's. */
async function pollForAMinute(act: () => Promise<void>): Promise<{ calls: number; failures: number }> {
  let now = 0;
  const counts = { calls: 0, failures: 0 };
  const poll = coalesce(
    async () => {
      counts.calls += 1;
      await act();
    },
    () => {
      counts.failures += 1;
    },
    () => now,
  );
  for (; now < 60_000; now += 250) {
    poll();
    for (let turn = 0; turn < 4; turn++) await nextTurn();
  }
  return counts;
}

test("what fails rests, longer each time, and at most five seconds", async () => {
  const { calls, failures } = await pollForAMinute(() => Promise.reject(new Error("The database is gone")));
  expect(failures).toBe(calls);
  expect(calls).toBeGreaterThanOrEqual(12);
  expect(calls).toBeLessThan(20);
});

test("what works again never rests", async () => {
  let failing = 3;
  const { calls, failures } = await pollForAMinute(async () => {
    if (failing-- > 0) throw new Error("The database is gone");
  });
  expect(failures).toBe(3);
  expect(calls).toBeGreaterThan(225);
});

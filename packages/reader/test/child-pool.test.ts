import { type ChildPool, createChildPool } from "@assay/confined";
import { afterEach, expect, test } from "vitest";
import { withDefaults } from "../src/settings.ts";
import { type Child, startChild } from "../src/start-child.ts";

let pool: ChildPool<Child>;
afterEach(() => pool.close());

const never = new AbortController().signal;

function openPool(processes: number): ChildPool<Child> {
  const settings = withDefaults({ processes });
  return createChildPool(settings, () => startChild(settings));
}

/** A job that holds its process until it is released. */
function holdOne(): { held: Promise<string>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { held: pool.use(never, () => promise), release: () => resolve("held") };
}

test("a job that is aborted about the moment of its turn takes no other's place away", async () => {
  pool = openPool(1);
  // Between the turn that is given and the job that hears of it lie a few turns of the microtask queue.
  for (let turns = 0; turns < 12; turns++) {
    const { held, release } = holdOne();
    const abort = new AbortController();
    const aborted = new Set<string>();
    const first = pool
      .use(abort.signal, async () => void (abort.signal.aborted && aborted.add("began")))
      .catch(() => {});
    const second = pool.use(never, async () => "second");
    release();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    abort.abort(new Error("no longer wanted"));
    expect(await second).toBe("second");
    await Promise.all([held, first]);
    expect([...aborted]).toEqual([]);
  }
});

test("a job that is aborted while it waits leaves the queue, and the others keep their order", async () => {
  pool = openPool(1);
  const { held, release } = holdOne();
  const abort = new AbortController();
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  const [first, gone, last] = [
    pool.use(never, note("first")),
    pool.use(abort.signal, note("gone")),
    pool.use(never, note("last")),
  ];
  abort.abort(new Error("no longer wanted"));
  await expect(gone).rejects.toThrow("no longer wanted");
  release();
  await Promise.all([held, first, last]);
  expect(order).toEqual(["first", "last"]);
});

test("a job that must be alone waits for those before it, and those after it wait for it", async () => {
  pool = openPool(2);
  const { held, release } = holdOne();
  const order: string[] = [];
  const alone = pool.use(
    never,
    async (child) => {
      order.push(`alone after ${child.jobs} jobs`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push("alone ends");
    },
    { fresh: true, alone: true },
  );
  const after = pool.use(never, async () => void order.push("after"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([]);
  release();
  await Promise.all([held, alone, after]);
  expect(order).toEqual(["alone after 0 jobs", "alone ends", "after"]);
});

test("a job that was to be alone and is aborted lets the others pass", async () => {
  pool = openPool(2);
  const { held, release } = holdOne();
  const abort = new AbortController();
  const alone = pool.use(abort.signal, async () => "alone", { alone: true });
  const after = pool.use(never, async () => "after");
  abort.abort(new Error("no longer wanted"));
  await expect(alone).rejects.toThrow("no longer wanted");
  expect(await after).toBe("after");
  release();
  await held;
});

import { expect, test } from "vitest";
import { createPlaces } from "../../src/model-calls/index.ts";

const time = (signal = new AbortController().signal) => {
  const held: string[] = [];
  return {
    held,
    signal,
    hold: async <T>(wait: () => Promise<T>) => {
      held.push("held");
      return wait();
    },
  };
};

/** A server whose calls take as long as it is told, by a clock of its own: each round is a full house that ends. */
function house(tookMs: (atOnce: number) => number, findMost?: () => Promise<number | undefined>) {
  let nowMs = 0;
  const places = createPlaces({ now: () => nowMs, findMost });
  async function round(): Promise<number> {
    const atOnce = places.size;
    const done = Promise.withResolvers<void>();
    const calls = Array.from({ length: atOnce }, () => places.use(time(), () => done.promise));
    await Promise.resolve();
    nowMs += tookMs(atOnce);
    done.resolve();
    await Promise.all(calls);
    await new Promise(setImmediate);
    return atOnce;
  }
  async function rounds(count: number): Promise<number[]> {
    const sizes: number[] = [];
    while (sizes.length < count) sizes.push(await round());
    return sizes;
  }
  return { rounds };
}

test("one call at a time begins, and more where they take no longer", async () => {
  const { rounds } = house(() => 100);
  expect(await rounds(8)).toEqual([1, 1, 2, 3, 4, 5, 6, 7]);
});

test("a server that shares its processor keeps one call at a time, and is tried again much later", async () => {
  const { rounds } = house((atOnce) => 100 * atOnce);
  const sizes = await rounds(60);
  expect(sizes.slice(0, 20)).toEqual([1, 1, 2, ...Array<number>(17).fill(1)]);
  expect(sizes.filter((size) => size === 2)).toHaveLength(2);
});

test("a server that says how many calls it can do gets no more", async () => {
  let asked = 0;
  const { rounds } = house(
    () => 100,
    async () => {
      asked += 1;
      return 2;
    },
  );
  expect(await rounds(6)).toEqual([1, 1, 2, 2, 2, 2]);
  expect(asked).toBe(1);
});

test("a call that waits for its place is held, gets it in turn, and leaves the row with its caller", async () => {
  const places = createPlaces();
  const ended: string[] = [];
  const first = Promise.withResolvers<void>();
  const caller = new AbortController();
  const [begun, later, gone] = [time(), time(), time(caller.signal)];
  const calls = [
    places.use(begun, () => first.promise).then(() => ended.push("first")),
    places.use(gone, async () => void ended.push("gone")),
    places.use(later, async () => void ended.push("later")),
  ];
  const left = expect(calls[1]).rejects.toThrow("Shutting down");
  caller.abort(new Error("Shutting down"));
  await left;
  first.resolve();
  await Promise.all([calls[0], calls[2]]);
  expect(ended.sort()).toEqual(["first", "later"]);
  expect([begun.held, later.held]).toEqual([[], ["held"]]);
});

test("a call that fails gives its place back", async () => {
  const places = createPlaces();
  const failing = places.use(time(), async () => {
    throw new Error("No");
  });
  await expect(failing).rejects.toThrow("No");
  expect(await places.use(time(), async () => "an answer")).toBe("an answer");
});

import { ShuttingDown } from "@assay/core/jobs";
import { expect, test } from "vitest";
import { createSlots } from "../../src/callbacks/slots.ts";

/** Work that ends when the test says so. */
function makeWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { act: () => promise, end: resolve };
}

const REFUSED = { code: "SERVICE_UNAVAILABLE", retryAfterSeconds: 5 };

test("work waits for room, continues in the order in which it came, and never exceeds the limit", async () => {
  const slots = createSlots(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const work = (at: number) => async () => {
    order.push(at);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, (_, at) => slots.run(work(at))));
  expect(order).toEqual(Array.from({ length: 20 }, (_, at) => at));
  expect(most).toBe(2);
});

test("what finds no room in time is refused with a time to come again", async () => {
  const slots = createSlots(1, 5);
  const first = makeWork();
  const running = slots.run(first.act);
  await expect(slots.run(async () => "second")).rejects.toMatchObject(REFUSED);
  first.end("first");
  expect(await running).toBe("first");
  expect(await slots.run(async () => "third")).toBe("third");
});

test("beyond a thousand that wait, work is refused at once", async () => {
  const slots = createSlots(1);
  const first = makeWork();
  void slots.run(first.act);
  const waiting = Array.from({ length: 1000 }, () => slots.run(async () => "waited"));
  await expect(slots.run(async () => "refused")).rejects.toMatchObject(REFUSED);
  first.end("first");
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["waited"]));
});

test("work that throws gives its room back", async () => {
  const slots = createSlots(1, 5);
  await expect(slots.run(async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await slots.run(async () => "next")).toBe("next");
});

test("at the end what runs is told, what waits is refused, and the end waits for what runs", async () => {
  const slots = createSlots(1);
  const first = makeWork();
  let told: unknown;
  const running = slots.run((shutdown) => {
    shutdown.addEventListener("abort", () => {
      told = shutdown.reason;
    });
    return first.act();
  });
  const waiting = slots.run(async () => "never");
  const refused = expect(waiting).rejects.toMatchObject(REFUSED);
  let ended = false;
  const stopping = slots.stop().then(() => {
    ended = true;
  });
  await refused;
  expect(told).toBeInstanceOf(ShuttingDown);
  expect(ended).toBe(false);
  first.end("done");
  await stopping;
  expect(await running).toBe("done");
  await expect(slots.run(async () => "late")).rejects.toMatchObject(REFUSED);
});

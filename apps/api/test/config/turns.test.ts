import { expect, test } from "vitest";
import { createTurns } from "../../src/turns.ts";

test("of one key one acts after the other, also where the first fails; other keys do not wait", async () => {
  const turns = createTurns();
  const ended: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = turns.take("a", async () => {
    await gate.promise;
    ended.push("first");
    throw new Error("broken");
  });
  const second = turns.take("a", async () => void ended.push("second"));
  await turns.take("b", async () => void ended.push("other"));
  expect(ended).toEqual(["other"]);
  gate.resolve();
  await expect(first).rejects.toThrow("broken");
  await second;
  expect(ended).toEqual(["other", "first", "second"]);
});

test("a turn that never ends is over after two minutes", async () => {
  let now = 0;
  const turns = createTurns(() => now);
  void turns.take("a", () => new Promise<void>(() => {}));
  now = 120_000;
  expect(await turns.take("a", async () => "taken")).toBe("taken");
});

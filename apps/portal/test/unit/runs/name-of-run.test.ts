import { expect, test } from "vitest";
import { nameOfRun } from "../../../src/runs/name-of-run.ts";

test("runs of one minute have names of their own, with a name of their people and without", () => {
  const [first, second] = ["2026-03-03T09:10:05.000Z", "2026-03-03T09:10:41.000Z"] as const;
  for (const name of [null, "Spring review"])
    expect(nameOfRun({ name, createdAt: first }, "Baseline")).not.toBe(
      nameOfRun({ name, createdAt: second }, "Baseline"),
    );
});

import { expect, test } from "vitest";
import { refetchPause } from "../../../src/traces/refetch-pause.ts";

test.each([
  [50, 3000],
  [1000, 5000],
  [20_000, 15_000],
])(
  "a trace that took %i ms to read is read again after %i ms: a slow moment does not hide a run's end",
  (took, pause) => {
    expect(refetchPause(took)).toBe(pause);
  },
);

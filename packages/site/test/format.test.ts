import { expect, test } from "vitest";
import { formatPercent } from "../src/format/format.ts";

test("a share is all or nothing only where it is", () => {
  expect([formatPercent(15, 25), formatPercent(0, 25), formatPercent(25, 25)]).toEqual(["60%", "0%", "100%"]);
  expect([formatPercent(1, 2000), formatPercent(1999, 2000), formatPercent(0, 0)]).toEqual(["1%", "99%", "0%"]);
});

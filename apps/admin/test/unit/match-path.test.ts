import { expect, test } from "vitest";
import { findPlace } from "../../src/app/find-place.ts";
import { matchPath } from "../../src/app/match-path.ts";

test("a pattern's parts take what is in their place, and nothing else", () => {
  expect(matchPath("/runs/:runId", "/runs/a%20b")).toEqual({ runId: "a b" });
  expect(matchPath("/runs/:runId", "/runs/100%")).toEqual({ runId: "100%" });
  expect(matchPath("/runs/:runId", "/runs")).toBeNull();
  expect(matchPath("/runs/:runId", "/runs/")).toBeNull();
  expect(matchPath("/runs/:runId", "/runs/a/b")).toBeNull();
  expect(matchPath("/runs", "/runs")).toEqual({});
});

test("the base itself is the console's home", () => {
  expect(findPlace("/")).toEqual({ name: "home", params: {} });
  expect(findPlace("/none")).toBeUndefined();
});

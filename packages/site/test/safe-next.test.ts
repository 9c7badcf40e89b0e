import { expect, test } from "vitest";
import { safeNext } from "../src/session/safe-next.ts";

const ORIGIN = "https://assay.example";

test.each(["/cm", "/cm/runs?status=FAILED", "/cm/runs/compare?run=1&against=2", `${ORIGIN}/cm/tasks`])(
  "a sign-in continues to %s",
  (next) => {
    expect(safeNext(next, ORIGIN)).toBe(next.replace(ORIGIN, ""));
  },
);

test.each([
  "https://evil.example/cm",
  "//evil.example/cm",
  "/\\evil.example/cm",
  "javascript:alert(1)",
  "data:text/html,x",
  "/cmx",
  "/cm/../admin",
  "/cm/%2e%2e/admin",
  "/api/session",
  "/cm/sign-in?next=/cm/sign-in",
  "",
  null,
])("a sign-in does not go to %s", (next) => {
  expect(safeNext(next, ORIGIN)).toBe("/cm");
});

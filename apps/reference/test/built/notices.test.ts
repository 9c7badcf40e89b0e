import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("the viewer travels with its licence and those of what it bundles", async () => {
  const text = await readFile(new URL("../../dist/third-party-notices.txt", import.meta.url), "utf8");
  expect(text).toContain("swagger-ui-dist");
  expect(text).toContain("Apache License");
  expect(text).toContain("SmartBear");
});

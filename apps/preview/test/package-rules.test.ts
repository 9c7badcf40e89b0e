import { expect, test } from "vitest";
// @ts-expect-error a script without types
import { packageProblem as findProblem } from "../../../scripts/check-imports.mjs";
// @ts-expect-error a script without types
import { listInstalled as list } from "../../../scripts/check-packages.mjs";

const packageProblem = findProblem as (home: string, target: string) => string | undefined;
const listInstalled = list as (packages: Map<string, object>) => string[];

const NAMES = ["adapters", "reader", "language", "confined", "identity"];
function packagesWith(more: Record<string, readonly string[]>) {
  const named = [...NAMES, ...Object.keys(more)].map((name) => {
    const dependencies = Object.fromEntries((more[name] ?? []).map((other) => [other, "1"]));
    return [`packages/${name}`, { name: `@assay/${name}`, dependencies }] as const;
  });
  return new Map(named);
}

test.each([
  ["packages/language", "node:fs", /nothing alone: pass it in/],
  ["packages/language", "zod", /nothing alone: pass it in/],
  ["packages/core", "node:crypto", /behind a port/],
  ["packages/core", "@assay/reader", /behind a port/],
  ["packages/reader", "@assay/core/ports", /packages\/reader\/src\/extraction\.ts/],
  ["packages/reader", "@assay/db", /packages\/reader\/src\/extraction\.ts/],
  ["packages/adapters", "@assay/reader", /packages\/embedded/],
])("what %s imports of %s is refused with what to do instead", (home, target, advice) => {
  expect(packageProblem(home, target)).toMatch(advice);
});

test.each([
  ["packages/core", "@assay/language/text"],
  ["packages/core", "@assay/core/ports"],
  ["packages/reader", "@assay/contract"],
  ["packages/reader", "pdfjs-dist"],
  ["packages/adapters", "@assay/identity/jwt"],
])("%s may import %s", (home, target) => {
  expect(packageProblem(home, target)).toBeUndefined();
});

test("vendors install no OCR, neither by themselves nor by what they import", () => {
  expect(listInstalled(packagesWith({}))).toEqual([]);
  expect(listInstalled(packagesWith({ adapters: ["aws4fetch", "tesseract.js"] }))).toHaveLength(1);
  const over = packagesWith({ adapters: ["@assay/embedded"], embedded: ["@assay/reader"] });
  expect(listInstalled(over)).toEqual([expect.stringContaining("packages/adapters installs @assay/reader")]);
});

test("the reader installs no database, and a package no more of others than it may", () => {
  expect(listInstalled(packagesWith({ reader: ["@assay/core"], core: ["@assay/db"] }))).toHaveLength(2);
  const vendors = Array.from({ length: 14 }, (_, at) => `vendor-${at}`);
  expect(listInstalled(packagesWith({ adapters: vendors }))).toEqual([expect.stringContaining("at most 13")]);
});

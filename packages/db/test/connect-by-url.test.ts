import { readFileSync } from "node:fs";
import { driverOf } from "@assay/db/driver-of";
import { expect, test } from "vitest";

test.each([
  ["postgres://u:p@ep-cool-name-123.eu-central-1.aws.neon.tech/assay?sslmode=require", "neon"],
  ["postgresql://u:p@ep-cool-name-123-pooler.eu-central-1.aws.NEON.TECH/assay", "neon"],
  ["postgres://u:p@127.0.0.1:5432/assay", "pg"],
  ["postgres://u:p@db.example.com/neon.tech", "pg"],
  ["postgres://neon.tech:p@db.example.com/assay", "pg"],
  ["postgres://u:p@neon.tech.example.com/assay", "pg"],
  ["postgres://u:p@notneon.tech/assay", "pg"],
])("%s is reached by %s", (url, driver) => {
  expect(driverOf(url)).toBe(driver);
});

test.each(["connect-neon.ts", "with-neon.ts", "index.ts"])("%s loads nothing that only Node has", (entry) => {
  const outside = new Set<string>();
  const seen = new Set<string>();
  const visit = (url: URL) => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    for (const target of importsOf(readFileSync(url, "utf8")))
      if (target.startsWith(".")) visit(new URL(target, url));
      else outside.add(target);
  };
  visit(new URL(`../src/${entry}`, import.meta.url));
  expect(seen.size).toBeGreaterThan(5);
  const portable =
    /^(@neondatabase\/serverless|drizzle-orm(\/(pg-core|neon-serverless))?|uuid|pgvector|@assay\/contract)$/;
  expect([...outside].filter((name) => !portable.test(name))).toEqual([]);
});

function importsOf(source: string): string[] {
  const statements =
    /^(?:import|export)\s(?!type\b)(?:[^;"']*?\sfrom\s)?["']([^"'\s]+)["']|\bimport\(["']([^"'\s]+)["']\)/gm;
  return [...source.matchAll(statements)].map(([, target, lazy]) => (target ?? lazy)!);
}

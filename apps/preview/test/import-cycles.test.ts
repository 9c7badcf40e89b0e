import { expect, test } from "vitest";
// @ts-expect-error a script without types
import { importsOf as read } from "../../../scripts/check-imports.mjs";
// @ts-expect-error a script without types
import { findCycles as find } from "../../../scripts/find-cycles.mjs";

const findCycles = find as (graph: Map<string, string[]>) => string[][];
const importsOf = read as (source: string) => string[];
const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

test("files that import each other, over any number of others, are a cycle", () => {
  expect(findCycles(graph({ a: ["b"], b: ["c"], c: ["a"] }))).toEqual([["a", "b", "c", "a"]]);
  expect(findCycles(graph({ a: ["a"] }))).toEqual([["a", "a"]]);
  expect(findCycles(graph({ z: ["a"], a: ["b"], b: ["a"] }))).toEqual([["a", "b", "a"]]);
});

test("a file that many import is no cycle", () => {
  expect(findCycles(graph({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }))).toEqual([]);
});

test("each form of import is read: of types, of several lines, exports, for its effects, lazy", () => {
  const source = `import type { A } from "./a.ts";
import {
  b,
  type B,
} from "./b.ts";
export * from "./c.ts";
import "./d.css";
const e = await import("./e.ts");
type F = import("./f.ts").F;
const text = "import x from './not.ts'";
`;
  expect(importsOf(source)).toEqual(["./a.ts", "./b.ts", "./c.ts", "./d.css", "./e.ts", "./f.ts"]);
});

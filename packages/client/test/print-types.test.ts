import { expect, test } from "vitest";
import { printDeclaration, printType, type Schema } from "../build/print-types.ts";

const TEXT: Schema = { type: "string", minLength: 1, pattern: "^a" };

test.each<[string, Schema, string]>([
  ["a text, whatever its limits", TEXT, "string"],
  ["a whole number", { type: "integer", minimum: 0 }, "number"],
  ["anything", {}, "unknown"],
  ["another named type", { $ref: "Run", description: "The newest." }, "Run"],
  ["one value", { type: "string", const: "live" }, '"live"'],
  ["a closed set", { type: "number", enum: [1, 2] }, "1 | 2"],
  ["a set that grows", { type: "string", enum: ["pdf", "csv"], "x-open": true }, 'Open<"pdf" | "csv">'],
  ["what may be null", { type: ["string", "null"] }, "string | null"],
  ["a union, each part once", { anyOf: [{ $ref: "Id" }, TEXT, { oneOf: [TEXT] }] }, "Id | string"],
  ["a list", { type: "array", items: { $ref: "Run" } }, "(Run)[]"],
  ["a pair", { type: "array", prefixItems: [TEXT, { type: "integer" }], items: false }, "[string, number]"],
  ["texts by any key", { type: "object", propertyNames: TEXT, additionalProperties: TEXT }, "Record<string, string>"],
  [
    "a number for each of a set",
    {
      type: "object",
      propertyNames: { type: "string", enum: ["a", "b"] },
      additionalProperties: { type: "integer" },
      required: ["a", "b"],
    },
    'Record<"a" | "b", number>',
  ],
  [
    "a number for some of a set",
    { type: "object", propertyNames: { $ref: "Role" }, additionalProperties: { type: "integer" } },
    "Partial<Record<Role, number>>",
  ],
  [
    "an object, some of it optional",
    { type: "object", properties: { a: TEXT, "b-c": { type: "boolean" } }, required: ["a"] },
    '{ a: string; "b-c"?: boolean | undefined; }',
  ],
])("prints %s", (_, schema, expected) => {
  expect(printType(schema)).toBe(expected);
});

test("lists of a body may be read only", () => {
  const schema: Schema = { type: "object", properties: { ids: { type: "array", items: TEXT } }, required: ["ids"] };
  expect(printType(schema, { isBody: true })).toBe("{ ids: readonly (string)[]; }");
});

test("an object with a name is an interface, everything else an alias, each with its description", () => {
  const properties = { at: { ...TEXT, description: "By the database's clock." } };
  expect(printDeclaration("Overview", { type: "object", properties, required: ["at"] })).toBe(
    "export interface Overview {\n\n/** By the database's clock. */\nat: string;\n}\n",
  );
  expect(printDeclaration("Id", { ...TEXT, description: "Ends no comment: */" })).toBe(
    "/** Ends no comment: * / */\nexport type Id = string;\n",
  );
});

test("a long description is broken into lines", () => {
  expect(printDeclaration("Id", { ...TEXT, description: "word ".repeat(30).trim() }).split("\n")).toEqual([
    "/**",
    ` * ${"word ".repeat(22).trim()}`,
    ` * ${"word ".repeat(8).trim()}`,
    " */",
    "export type Id = string;",
    "",
  ]);
});

test("what it cannot print is refused, not omitted", () => {
  expect(() => printType({ not: {} } as Schema)).toThrow(/uses 'not'/);
  expect(() => printType({ type: "bigint" })).toThrow(/has the type 'bigint'/);
});

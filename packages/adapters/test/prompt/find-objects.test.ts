import { threadMsOf } from "@assay/testing/thread-time";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findObjects } from "../../src/prompt/find-objects.ts";

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

test("every JSON object is found as it is, whatever words it holds", () => {
  const words = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom('",', '"}', "</think>", "{a: 1}", '\\"', "```", "// no", "# no", "<think>", '", "b": 1', "it's"),
  );
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      words,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(words, tie("value"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(
      fc.dictionary(words, values.value, { minKeys: 1, maxKeys: 5 }),
      fc.constantFrom(0, 2),
      (object, indent) => {
        const found = findObjects(`Here: ${JSON.stringify(object, null, indent)} There.`);
        expect(found.map(plain)).toEqual([plain(object)]);
      },
    ),
    { numRuns: 300 },
  );
});

describe("what is no whole JSON object is not found", () => {
  test.each([
    ["a beginning", '{"a": 1, "b": "c'],
    ["an end that is missing", '{"a": {"b": 1}'],
    ["an object within one that is broken", '{"a": , "b": {"c": 1}}'],
    ["a whole one before a broken one", '{"a": 1} {"a": '],
    ["a key twice", '{"a": 1, "a": 2}'],
    ["words in braces", "{a, b} and {c}"],
    ["thoughts", '<think>{"a": 1}</think>'],
    ["thoughts whose beginning is missing", '{"a": 1}</think>'],
  ])("%s", (_name, text) => {
    expect(findObjects(text)).toEqual([]);
  });
});

test("a text that is made to be slow takes no time", async () => {
  const texts = [
    '{"a":"'.repeat(16_000),
    '{"'.repeat(50_000),
    `{"a":"${'",'.repeat(30_000)}`,
    "{".repeat(100_000),
    "{a:".repeat(30_000),
  ];
  const findAll = () => {
    for (const text of texts) findObjects(text.slice(0, 100_000));
  };
  expect(await threadMsOf(findAll)).toBeLessThan(3000);
});

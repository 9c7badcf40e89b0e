import { expect, test } from "vitest";
import { buildPrompt, type JsonSchema, PROMPT_FORMS, withoutBounds } from "../../src/prompt/index.ts";
import { REQUEST } from "../model-doubles/index.ts";

const promptOf = (parts: number) =>
  buildPrompt(
    { ...REQUEST, parts: Array.from({ length: parts }, (_, at) => `Part ${at + 1}`) },
    `#${"0".repeat(32)}`,
    PROMPT_FORMS[0],
  );

/** Every schema within one, itself included. */
function within(schema: JsonSchema): JsonSchema[] {
  if (schema.type === "array") return [schema, ...within(schema.items)];
  return schema.type === "object" ? [schema, ...Object.values(schema.properties).flatMap(within)] : [schema];
}

/** The longest value that a schema allows, as JSON without blanks. */
function longest(schema: JsonSchema): string {
  switch (schema.type) {
    case "string":
      return JSON.stringify(schema.enum?.toSorted((a, b) => b.length - a.length)[0] ?? "x".repeat(schema.maxLength!));
    case "number":
      return "0.75";
    case "array":
      return `[${Array<string>(schema.maxItems!).fill(longest(schema.items)).join(",")}]`;
    default: {
      const pairs = Object.entries(schema.properties).map(([name, each]) => `"${name}":${longest(each)}`);
      return `{${pairs.join(",")}}`;
    }
  }
}

test("every text and every list of an answer ends, so that a model which is held to the schema ends too", () => {
  for (const schema of within(promptOf(3).schema)) {
    if (schema.type === "array") expect(schema.maxItems).toBeGreaterThan(0);
    if (schema.type === "string") expect(schema.enum ?? schema.maxLength).toBeDefined();
  }
});

test("an answer names parts and passages that were asked about, and has an object for each part", () => {
  const { parts, documents } = promptOf(3).schema.properties as Record<string, JsonSchema & { type: "array" }>;
  expect(parts).toMatchObject({
    minItems: 3,
    items: { properties: { part: { enum: ["R1", "R2", "R3"] }, passage: { enum: ["P1", "P2", "NONE"] } } },
  });
  expect(documents).toMatchObject({ items: { properties: { passage: { enum: ["P1", "P2"] } } } });
});

test.each([
  [1, 1200],
  [2, 1500],
  [5, 2400],
  [10, 3900],
])(
  "the limit of output follows from the parts: %d of them may take %d tokens, which the longest answer does",
  (parts, tokens) => {
    const { outputTokensMax, schema } = promptOf(parts);
    expect(outputTokensMax).toBe(tokens);
    expect(longest(schema).length / 4).toBeLessThan(tokens * 1.1);
  },
);

test("a server that refuses bounds gets the same schema without them", () => {
  const { schema } = promptOf(2);
  const plain = withoutBounds(schema);
  expect(JSON.stringify(plain)).not.toMatch(/maxLength|maxItems/);
  expect(plain).toMatchObject({ required: schema.required, properties: { parts: { minItems: 2 } } });
});

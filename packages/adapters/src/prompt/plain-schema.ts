import type { JsonSchema } from "./prompt-form.ts";

/** A schema without what ends texts and lists, for servers that refuse it and whose models end by themselves. */
export function withoutBounds(schema: JsonSchema): JsonSchema {
  switch (schema.type) {
    case "array": {
      const { maxItems: _, items, ...rest } = schema;
      return { ...rest, items: withoutBounds(items) };
    }
    case "object": {
      const properties = Object.entries(schema.properties).map(([name, each]) => [name, withoutBounds(each)]);
      return { ...schema, properties: Object.fromEntries(properties) };
    }
    case "string": {
      const { maxLength: _, ...rest } = schema;
      return rest;
    }
    case "number":
      return schema;
    default:
      return schema satisfies never;
  }
}

import type { JsonObjectSchema, JsonSchema } from "./prompt-form.ts";

export const oneOf = (values: readonly string[]): JsonSchema => ({ type: "string", enum: values });

/** All of its properties are required. */
export function object(properties: Readonly<Record<string, JsonSchema>>): JsonObjectSchema {
  return { type: "object", properties, required: Object.keys(properties) };
}

import { toTable } from "../page.ts";
import type { Schema } from "./api-document.ts";

const TYPES = "/docs/api/types";

export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** Returns a type in Markdown: with a link where the type has a name. */
export function describeType(schema: Schema): string {
  if (schema.$ref) return `[${nameOf(schema.$ref)}](${TYPES}#${nameOf(schema.$ref).toLowerCase()})`;
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return union.map(describeType).join(" or ");
  if (schema.allOf) return schema.allOf.map(describeType).join(" and ");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (schema.type === "array") return `list of ${schema.items ? describeType(schema.items) : "values"}`;
  if (typeof schema.additionalProperties === "object") return `map of ${describeType(schema.additionalProperties)}`;
  const types = [schema.type ?? "any"].flat();
  return types.map((type) => (schema.format && type === "string" ? schema.format : type)).join(" or ");
}

/** Returns the limits of a value in words, such as `1 to 200, 50 by default.` */
export function describeLimits({ minimum, maximum, maxLength, default: byDefault }: Schema): string {
  const range =
    minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? `${minimum} to ${maximum}`
      : "";
  const length = maxLength === undefined ? "" : `at most ${maxLength} characters`;
  const fallback = byDefault === undefined ? "" : `${JSON.stringify(byDefault)} by default`;
  const text = [range, length, fallback].filter(Boolean).join(", ");
  return text && `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** Returns the fields of an object as a table; undefined where it has none. */
export function describeFields({ properties = {}, required = [] }: Schema): string | undefined {
  const fields = Object.entries(properties);
  if (fields.length === 0) return undefined;
  return toTable(
    ["Field", "Type", "Says"],
    fields.map(([name, schema]) => [
      `\`${name}\`${required.includes(name) ? "" : " (optional)"}`,
      describeType(schema),
      [schema.description, describeLimits(schema)].filter(Boolean).join(" "),
    ]),
  );
}

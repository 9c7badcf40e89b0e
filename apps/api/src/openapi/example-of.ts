import type { JsonObject } from "./json-schema.ts";
import { TYPICAL_FIELDS, TYPICAL_PARTS, TYPICAL_SHAPES } from "./typical-values.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
}

const OF_FORMAT: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T09:30:00.000Z",
  date: "2026-01-31",
  uuid: "01a1fc91-0c4e-7a10-b1de-5a6f0e7d2c33",
};

/** Returns an example of a schema: typical values where its fields have well-known names, else the first that fits. */
export function exampleOf(schema: JsonObject, schemas: Readonly<Record<string, JsonObject>>): unknown {
  return makeExample(schema as Schema, undefined, schemas as Readonly<Record<string, Schema>>);
}

function makeExample(schema: Schema, field: string | undefined, schemas: Readonly<Record<string, Schema>>): unknown {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) {
    if (Object.hasOwn(TYPICAL_SHAPES, name)) return TYPICAL_SHAPES[name];
    return withParts(makeExample(schemas[name]!, field, schemas), TYPICAL_PARTS[name]);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  const isTypical = field !== undefined && Object.hasOwn(TYPICAL_FIELDS, field);
  if (isTypical && accepts(schema, TYPICAL_FIELDS[field])) return TYPICAL_FIELDS[field];
  if (choice) return makeExample(choice, field, schemas);
  switch ([schema.type].flat()[0]) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, each]) => [key, makeExample(each, key, schemas)]),
      );
    case "array":
      return exampleItems(schema, field, schemas);
    case "string":
      return OF_FORMAT[schema.format ?? ""] ?? field ?? "text";
    case "integer":
    case "number":
      return Math.min(schema.maximum ?? 3, Math.max(3, schema.minimum ?? 0));
    case "boolean":
      return false;
    default:
      return null;
  }
}

function exampleItems(schema: Schema, field: string | undefined, schemas: Readonly<Record<string, Schema>>): unknown[] {
  if (schema.prefixItems) return schema.prefixItems.map((each) => makeExample(each, field, schemas));
  const singular = field?.replace(/s$/, "");
  const count = Math.max(1, schema.minItems ?? 1);
  return schema.items ? Array.from({ length: count }, () => makeExample(schema.items!, singular, schemas)) : [];
}

/** Whether a value is of one of the schema's types; the suite holds each example to its whole schema. */
function accepts(schema: Schema, value: unknown): boolean {
  const [known] = schema.anyOf ?? [];
  if (known?.enum) return known.enum.includes(value);
  const types = [schema.type ?? [], (schema.anyOf ?? schema.oneOf ?? []).flatMap(({ type }) => type ?? [])].flat(2);
  if (value === null) return types.includes("null");
  if (typeof value === "number")
    return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
  return types.includes(typeof value);
}

function withParts(example: unknown, parts: Readonly<Record<string, unknown>> | undefined): unknown {
  if (!parts || typeof example !== "object" || example === null) return example;
  return Object.fromEntries(Object.entries({ ...example, ...parts }).filter(([, value]) => value !== undefined));
}

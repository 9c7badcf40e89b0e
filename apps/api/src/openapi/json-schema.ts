import { errorReply } from "@assay/contract";
import type { Shape } from "@assay/contract/operations";
import { jsonSchemas, SCHEMAS } from "@assay/contract/schemas";
import { z } from "zod";

export type JsonObject = Readonly<Record<string, unknown>>;

const NAMES = new Map<z.ZodType, string>(Object.entries(SCHEMAS).map(([name, schema]) => [schema, name]));
const SPELLED_OUT = new Set(["date", "date-time", "uuid"]);
const LEFT_OUT = new Set(["$schema", "$id"]);

const refTo = (name: string) => `#/components/schemas/${name}`;

/** Whether unknown fields and values are errors: to the tests of the service, never to its clients. */
export interface Strictness {
  readonly closed: boolean;
}

/** The schema of a body: by its name where the contract has one. */
export function schemaOf(shape: Shape, strictness: Strictness): JsonObject {
  const name = typeof shape === "string" ? shape : NAMES.get(shape);
  return name ? { $ref: refTo(name) } : inlineSchema(shape as z.ZodType, strictness);
}

export function inlineSchema(schema: z.ZodType, strictness: Strictness): JsonObject {
  return tidy(z.toJSONSchema(schema, { io: "input" }), strictness);
}

/** Every named schema, and the body of errors. */
export function componentSchemas(strictness: Strictness): Record<string, JsonObject> {
  const named = Object.entries(jsonSchemas(refTo)).map(([name, schema]) => [name, tidy(schema, strictness)]);
  return { ...Object.fromEntries(named), ErrorReply: errorSchema(strictness) };
}

function errorSchema(strictness: Strictness): JsonObject {
  const { properties, ...schema } = inlineSchema(errorReply, strictness) as { properties: Record<string, JsonObject> };
  const { error, ...others } = properties;
  return { ...schema, properties: { error: strictness.closed ? error : open(error!), ...others } };
}

/** Fields and the values of open sets may be added by later releases, so nothing forbids them unless `closed`. */
function tidy(schema: object, strictness: Strictness): JsonObject {
  const { closed } = strictness;
  const { asParameter, description } = schema as { asParameter?: JsonObject; description?: string };
  if (asParameter) return { ...asParameter, ...(description !== undefined && { description }) };
  if (isCompleteRecord(schema)) return tidy(toObject(schema), strictness);
  if (isTuple(schema)) return tidy(toSizedArray(schema), strictness);
  const entries = Object.entries(schema).filter(
    ([key, value]) =>
      !LEFT_OUT.has(key) &&
      (closed ||
        !(
          (key === "additionalProperties" && value === false) ||
          (key === "pattern" && SPELLED_OUT.has((schema as { format?: string }).format ?? "")) ||
          (key === "maximum" && value === Number.MAX_SAFE_INTEGER)
        )),
  );
  const tidied = Object.fromEntries(entries.map(([key, value]) => [key, tidyValue(key, value, strictness)]));
  if (!tidied["x-open"]) return tidied;
  const { "x-open": _, ...rest } = tidied;
  return closed ? rest : open(rest);
}

interface CompleteRecord {
  readonly propertyNames: object;
  readonly additionalProperties: object;
  readonly required: readonly string[];
}

/** A record of which each key is one of a set, and none is omitted. */
function isCompleteRecord(schema: object): schema is CompleteRecord {
  const { propertyNames, required } = schema as Partial<CompleteRecord>;
  return propertyNames !== undefined && required !== undefined;
}

/** The same with its keys written out, which more tools understand. */
function toObject({ propertyNames: _, additionalProperties, ...rest }: CompleteRecord): object {
  const properties = Object.fromEntries(rest.required.map((key) => [key, additionalProperties]));
  return { ...rest, properties, additionalProperties: false };
}

interface Tuple {
  readonly prefixItems: readonly object[];
  readonly items: false;
}

function isTuple(schema: object): schema is Tuple {
  return "prefixItems" in schema && (schema as Partial<Tuple>).items === false;
}

/** The same with a shape for any item, without which some tools refuse an array. Its length forbids more items. */
function toSizedArray(schema: Tuple): object {
  const { length } = schema.prefixItems;
  return { ...schema, items: {}, minItems: length, maxItems: length };
}

function tidyValue(key: string, value: unknown, strictness: Strictness): unknown {
  if (Array.isArray(value))
    return value.map((each) => (isObject(each) && key !== "enum" ? tidy(each, strictness) : each));
  if (!isObject(value)) return value;
  if (key === "properties" || key === "patternProperties" || key === "$defs")
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, tidy(each as object, strictness)]));
  return tidy(value, strictness);
}

/** The known values of a set to which later releases add. */
function open({ type, enum: values, ...rest }: JsonObject): JsonObject {
  return { ...rest, anyOf: [{ type, enum: values }, { type }] };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

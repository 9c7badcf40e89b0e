import * as fc from "fast-check";
import { HOSTILE_IDS, HOSTILE_TEXT } from "./hostile-values.ts";
import type { JsonSchema } from "./read-operations.ts";

/** What represents an id until the request is sent: the same requests then come of the same seed in any world. */
export const idOf = (side: "own" | "theirs" | "disposable", name: string) => `{{${side}.${name}}}`;

const ID_NAMES = [
  ..."id runId otherRunId exportId taskId requirementId reviewId signOffId userId apiKeyId webhookId deliveryId".split(
    " ",
  ),
  ..."providerId domainId scimKeyId scimGroupId linkId invitationId commentId exceptionId packId criteriaVersionId tenantId chunkId".split(
    " ",
  ),
];
/** Names of the world's ids that fit a field or parameter of another name. */
const ALIASES: Readonly<Record<string, string>> = {
  versionId: "criteriaVersionId",
  documentId: "id",
  documentIds: "id",
  parentDocumentId: "id",
  against: "otherRunId",
  continueRunId: "runId",
  assigneeId: "userId",
  ownerId: "userId",
  requirementIds: "requirementId",
  openedChunkIds: "chunkId",
};

const hostile = fc.constantFrom(...HOSTILE_TEXT, ...HOSTILE_IDS);

/** The name of the world's id that a field or parameter of this name takes. */
export function idNameOf(name: string): string {
  const known = ALIASES[name] ?? name;
  return ID_NAMES.includes(known) ? known : "id";
}

/** An id where the schema or the name asks for one: mostly ours and the right one. */
export function idFor(name: string, side: "own" | "disposable" = "own"): fc.Arbitrary<string> {
  const right = idNameOf(name);
  return fc.oneof(
    { weight: 25, arbitrary: fc.constant(idOf(side, right)) },
    { weight: 2, arbitrary: fc.constant(idOf("theirs", right)) },
    { weight: 1, arbitrary: fc.constantFrom(...ID_NAMES).map((each) => idOf("own", each)) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: hostile },
  );
}

/** Text for a query parameter: what its schema allows, its edges, or anything. */
export function textFor(name: string, schema: JsonSchema): fc.Arbitrary<string> {
  if (name === "cursor")
    return fc.oneof(
      fc.nat(40).map((at) => `{{cursor.${at}}}`),
      fc.base64String({ maxLength: 60 }),
      hostile,
    );
  return fc.oneof(
    {
      weight: 3,
      arbitrary: valueFor(schema, {}, name).map((value) => (typeof value === "string" ? value : JSON.stringify(value))),
    },
    { weight: 1, arbitrary: hostile },
  );
}

/** A value that a schema allows, as far as the schema can say. */
export function valueFor(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  name = "",
  depth = 0,
): fc.Arbitrary<unknown> {
  if (schema.$ref) {
    const target = schema.$ref.split("/").at(-1)!;
    return target === "Id" ? idFor(name) : valueFor(schemas[target] ?? {}, schemas, name, depth + 1);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => valueFor(each, schemas, name, depth + 1)));
  switch ([schema.type].flat()[0]) {
    case "object":
      return objectOf(schema, schemas, depth);
    case "array": {
      const items = schema.items && depth < 8 ? valueFor(schema.items, schemas, name, depth + 1) : fc.constant(null);
      const least = schema.minItems ?? 0;
      return fc.array(items, { minLength: least, maxLength: Math.max(least, Math.min(schema.maxItems ?? 3, 3)) });
    }
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return fc.boolean();
    case "string":
      return stringOf(schema, name);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, depth: number) {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => [name, valueFor(each, schemas, name, depth + 1)] as const,
  );
  const required = [...(schema.required ?? [])];
  const least = fc.record(Object.fromEntries(fields.filter(([name]) => required.includes(name))));
  return fc.oneof(least, fc.record(Object.fromEntries(fields), { requiredKeys: required }));
}

function numberOf({ type, minimum = -10, maximum = 1e6 }: JsonSchema): fc.Arbitrary<number> {
  const [least, most] = [Math.ceil(minimum), Math.floor(Math.min(maximum, Number.MAX_SAFE_INTEGER))];
  const whole = fc.oneof(fc.constantFrom(least, most), fc.integer({ min: least, max: most }));
  return type === "integer" ? whole : fc.oneof(whole, fc.double({ min: minimum, max: maximum, noNaN: true }));
}

const TEXT = fc.constantFrom("Backups", "As the policy says", "a", "Ärger 検査", "two\nlines", "nowhere@example.test");
const DAY = fc.integer({ min: 0, max: 20_000 }).map((day) => new Date(day * 86_400_000));
const SOON = fc.integer({ min: 1, max: 300 }).map((days) => new Date(Date.UTC(2026, 11, 1) + days * 86_400_000));

function stringOf({ format, pattern, minLength = 0, maxLength }: JsonSchema, name: string): fc.Arbitrary<string> {
  const day = fc.oneof(DAY, SOON);
  if (format === "date") return day.map((date) => date.toISOString().slice(0, 10));
  if (format === "date-time") return day.map((date) => date.toISOString());
  if (format === "uuid" || /Ids?$/.test(name) || name === "against") return idFor(name);
  if (name === "url") return fc.constantFrom("https://nowhere.invalid/", "http://127.0.0.1/", "https://[::1]/");
  if (name === "email") return fc.uuid().map((id) => `${id}@example.test`);
  const long = maxLength === undefined ? [] : [fc.constant("x".repeat(Math.min(maxLength, 5000)))];
  const matching = pattern === undefined ? [] : [fc.stringMatching(new RegExp(pattern))];
  if (matching.length > 0) return matching[0]!;
  return fc.oneof(TEXT, TEXT, fc.string({ minLength, maxLength: Math.min(maxLength ?? 20, 20) }), ...long);
}

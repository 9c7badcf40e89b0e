import type { Content, Operation } from "@assay/contract/operations";
import type { z } from "zod";
import type { DocumentedRoute } from "./documented-route.ts";
import { exampleOf } from "./example-of.ts";
import { inlineSchema, type JsonObject, type Strictness, schemaOf } from "./json-schema.ts";

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  runId: "The id of a run.",
  exportId: "The id of an export of the run.",
  taskId: "The id of a task.",
  uploadId: "The id of an upload.",
  userId: "The id of a user.",
  apiKeyId: "The id of an API key.",
  webhookId: "The id of a webhook.",
  deliveryId: "The id of a delivery of the webhook.",
  tenantId: "The id of a tenant.",
  packId: "The id of a pack.",
  versionId: "The id of a version of the pack.",
};

/** A path as OpenAPI writes it: `/api/runs/{runId}`. */
export function toTemplate(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

export function describeParameters({ operation, signedIn }: DocumentedRoute, strictness: Strictness): JsonObject[] {
  const { path, query } = operation;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const headers = [
    ...(operation.idempotent ? ["Idempotency-Key"] : []),
    ...(operation.revalidated ? ["If-None-Match"] : []),
    ...(operation.requestHeaders ?? []),
  ];
  return [
    ...names.map((name) => ({
      name,
      in: "path",
      required: true,
      description: PATH_PARAMETERS[name] ?? "The id of the resource.",
      schema: { $ref: "#/components/schemas/Id" },
    })),
    ...(query ? queryParameters(query, strictness) : []),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    // A path may name a tenant itself, as the resource.
    ...(signedIn ? [{ $ref: "#/components/parameters/ActInTenant" }] : []),
  ];
}

function queryParameters(query: z.ZodType, strictness: Strictness): JsonObject[] {
  const { properties = {}, required = [] } = inlineSchema(query, strictness) as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    ...(required.includes(name) && { required: true }),
    ...(description !== undefined && { description }),
    schema,
  }));
}

export function describeBody(
  { body, form, content }: Pick<Operation, "body" | "form" | "content">,
  strictness: Strictness,
): JsonObject | undefined {
  const described = {
    ...(body && describeContent({ "application/json": body }, strictness)),
    ...(form && { "multipart/form-data": { schema: formSchema(form, strictness) } }),
    ...(content && describeContent(content, strictness)),
  };
  if (Object.keys(described).length === 0) return undefined;
  // No body at all counts as `{}`, which is enough where nothing is required.
  return { required: !body?.safeParse({}).success, content: described };
}

function formSchema({ fields, file }: NonNullable<Operation["form"]>, strictness: Strictness): JsonObject {
  const { properties, required, ...schema } = inlineSchema(fields, strictness);
  return {
    ...schema,
    properties: { ...(properties as object), file: { type: "string", format: "binary", description: file } },
    required: [...((required as string[] | undefined) ?? []), "file"],
  };
}

export function describeContent(content: Content, strictness: Strictness): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(content).map(([type, shape]) => {
      if (shape === "json") return [type, { schema: {} }];
      if (shape === "text") return [type, { schema: { type: "string" } }];
      if (shape === "bytes") return [type, { schema: { type: "string", format: "binary" } }];
      const schema = schemaOf(shape, strictness);
      if (type === "text/event-stream") return [type, { schema: { type: "array", items: eventWith(schema) } }];
      if (type === "application/x-ndjson") return [type, { schema: { type: "array", items: schema } }];
      return [type, { schema, ...describeExample(schema) }];
    }),
  );
}

/** A server-sent event. Tools that know no streams read of it what a stream is a list of, as OpenAPI 3.2 does. */
function eventWith(data: JsonObject): JsonObject {
  return {
    type: "object",
    properties: {
      event: { type: "string" },
      id: { type: "string", description: "What `Last-Event-ID` sends back." },
      data: { type: "string", contentMediaType: "application/json", contentSchema: data },
    },
    required: ["event", "id", "data"],
  };
}

/** By reference, where the schema has a name: `components.examples` has one of each. */
function describeExample(schema: JsonObject): JsonObject {
  const { $ref: ref } = schema as { $ref?: string };
  if (ref === undefined) return { example: exampleOf(schema, {}) };
  return { examples: { typical: { $ref: ref.replace("/schemas/", "/examples/") } } };
}

import { listHelp } from "@assay/contract/error-help";
import { REQUEST_HEADERS, RESPONSE_HEADERS } from "@assay/contract/operations";
import { describeRefusals } from "./describe-replies.ts";
import type { DocumentedRoute } from "./documented-route.ts";
import { exampleOf } from "./example-of.ts";
import { componentSchemas, type JsonObject, type Strictness } from "./json-schema.ts";

const ACT_IN_TENANT = {
  name: "tenantId",
  in: "query",
  description: "Another tenant to act in: for a SUPER_ADMIN of a deployment with SUPER_ADMIN_MODE=true.",
  schema: { type: "string" },
};

const OF_DEPRECATED = new Set(["Deprecation", "Sunset"]);

/** What operations share, by name: schemas, headers, an example of each error. */
export function componentsOf(
  { routes, ...described }: { paths: unknown; webhooks: unknown; routes: readonly DocumentedRoute[] },
  strictness: Strictness,
): JsonObject {
  const isAnyDeprecated = routes.some(({ operation }) => operation.deprecated);
  const schemas = onlyUsed(componentSchemas(strictness), described);
  return {
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer", description: "An access token, or an API key (`assay_…`)." },
    },
    parameters: {
      ActInTenant: ACT_IN_TENANT,
      ...Object.fromEntries(
        Object.entries(REQUEST_HEADERS).map(([name, header]) => [
          name,
          { name, in: "header", ...header, schema: { type: "string" } },
        ]),
      ),
    },
    headers: Object.fromEntries(
      Object.entries(RESPONSE_HEADERS)
        .filter(([name]) => isAnyDeprecated || !OF_DEPRECATED.has(name))
        .map(([name, header]) => [name, { ...header, schema: { type: "string" } }]),
    ),
    responses: describeRefusals(routes),
    examples: { ...errorExamples(), ...bodyExamples(described, schemas) },
    schemas,
  };
}

function errorExamples(): JsonObject {
  const errors = listHelp().flatMap(({ sections }) => sections.filter(({ status }) => status !== null));
  return Object.fromEntries(
    errors.map(({ code, happened, fix, example }) => [code, { summary: happened, description: fix, value: example }]),
  );
}

/** An example of each body and reply that refers to one. */
function bodyExamples(described: unknown, schemas: Readonly<Record<string, JsonObject>>): JsonObject {
  const names = [...JSON.stringify(described).matchAll(/"#\/components\/examples\/(\w+)"/g)].map(([, name]) => name!);
  return Object.fromEntries(
    names.map((name) => [name, { value: exampleOf({ $ref: `#/components/schemas/${name}` }, schemas) }]),
  );
}

/** The schemas that paths and webhooks refer to, and those that these refer to. */
function onlyUsed(schemas: Readonly<Record<string, JsonObject>>, described: unknown): Record<string, JsonObject> {
  const used = new Set(["ErrorReply"]);
  const pending: unknown[] = [described, schemas.ErrorReply];
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    for (const [, name] of JSON.stringify(next).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name!)) continue;
      used.add(name!);
      pending.push(schemas[name!]);
    }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

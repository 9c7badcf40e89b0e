import { descriptionOf, roleNeeded, TAGS, tagOf } from "@assay/contract/operations";
import type { Hono } from "hono";
import packageJson from "../../package.json" with { type: "json" };
import type { ApiEnv } from "../variables.ts";
import { componentsOf } from "./components.ts";
import { describeBody, describeParameters, toTemplate } from "./describe-inputs.ts";
import { describeReplies } from "./describe-replies.ts";
import { describeWebhooks } from "./describe-webhooks.ts";
import { type DocumentedRoute, listDocumentedRoutes } from "./documented-route.ts";
import type { JsonObject, Strictness } from "./json-schema.ts";

const DESCRIPTION = `Reads evidence, assesses requirements against it, and keeps results that can be proved.

Send \`Authorization: Bearer <token>\` with an access token or an API key. Clients ignore fields, values and error codes
that they do not know: later releases add some. Every GET also answers HEAD. A method that a path lacks is 405
METHOD_NOT_ALLOWED with \`Allow\`. \`x-role\` is the least role that may call an operation. An auditor's link calls only
operations with \`x-link\`, for its own run, if it allows one of the values. \`webhooks\` are the messages that webhooks get.`;

/** The OpenAPI 3.1 document of an app, made of the operations that it serves. */
export function apiDocument(app: Pick<Hono<ApiEnv>, "routes">, strictness: Strictness = { closed: false }): JsonObject {
  const routes = listDocumentedRoutes(app);
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) {
    const { method, path } = route.operation;
    const template = toTemplate(path);
    paths[template] = { ...paths[template], [method.toLowerCase()]: describeRoute(route, strictness) };
  }
  const webhooks = describeWebhooks(strictness);
  const used = new Set(routes.map(({ operation }) => tagOf(operation.id)));
  return {
    openapi: "3.1.0",
    info: {
      title: "Assay API",
      version: packageJson.version,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The service that serves this document." }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: componentsOf({ paths, webhooks, routes }, strictness),
  };
}

function describeRoute(route: DocumentedRoute, strictness: Strictness): JsonObject {
  const { operation, signedIn } = route;
  const { role, link, deprecated } = operation;
  const body = describeBody(operation, strictness);
  return {
    operationId: operation.id,
    tags: [tagOf(operation.id)],
    summary: operation.summary,
    description: [roleNeeded(operation, signedIn), descriptionOf(operation)].filter(Boolean).join(" "),
    ...(deprecated && { deprecated: true }),
    ...(role && { "x-role": role }),
    ...(link && { "x-link": link }),
    security: signedIn ? [{ bearer: [] }] : [],
    parameters: describeParameters(route, strictness),
    ...(body && { requestBody: body }),
    responses: describeReplies(route, strictness),
  };
}

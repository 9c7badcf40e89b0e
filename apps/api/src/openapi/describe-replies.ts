import type { ErrorCode } from "@assay/contract";
import type { Content, Operation, ResponseHeader } from "@assay/contract/operations";
import { z } from "zod";
import { describeContent } from "./describe-inputs.ts";
import type { DocumentedRoute } from "./documented-route.ts";
import type { JsonObject, Strictness } from "./json-schema.ts";

const MEANINGS: Readonly<Record<string, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted; the work continues in the background.",
  204: "Done; no body.",
  206: "The range that was asked for.",
  304: "Not changed since the reply with this ETag; no body.",
};
const REFUSED = "Refused by the issuer.";
const WAITING = new Set([409, 429, 503]);

/** Every reply of a route by its status; errors by reference, as many routes share them. */
export function describeReplies(route: DocumentedRoute, strictness: Strictness): Record<string, JsonObject> {
  const { operation, own } = route;
  const replies = Object.entries(operation.responses).map(([status, reply]) => [
    status,
    {
      description: MEANINGS[status] ?? REFUSED,
      headers: headersOf(own ? [...everyReply(operation), ...ownHeaders(operation, status)] : []),
      ...(reply !== null && { content: describeContent(toContent(reply), strictness) }),
    },
  ]);
  const unchanged = operation.revalidated
    ? [["304", { description: MEANINGS[304], headers: headersOf([...everyReply(operation), "ETag"]) }]]
    : [];
  const refusals = [...route.errors].map(([status, codes]) => [
    String(status),
    { $ref: `#/components/responses/${nameOf(codes)}` },
  ]);
  return Object.fromEntries([
    ...replies,
    ...unchanged,
    ...refusals,
    ["4XX", { $ref: `#/components/responses/${OTHER}` }],
  ]);
}

/** The error replies of all routes, by the names that `describeReplies` refers to. */
export function describeRefusals(routes: readonly DocumentedRoute[]): Record<string, JsonObject> {
  const all = routes.flatMap((route) => [...route.errors]);
  const described = all.map(([status, codes]) => [nameOf(codes), describeError(status, codes)] as const);
  return Object.fromEntries([...described, [OTHER, describeOther()]]);
}

const OTHER = "Refused";

/** What a server may reply with before it knows which operation is meant. */
function describeOther(): JsonObject {
  const codes = ["VALIDATION_ERROR", "METHOD_NOT_ALLOWED"] as const;
  return { ...describeError(400, codes), description: "The request is not valid HTTP, or the path lacks its method." };
}

/** Every code of these has the same status. */
function nameOf(codes: readonly ErrorCode[]): string {
  return codes.join(".");
}

function toContent(reply: Exclude<Operation["responses"][number], null>): Content {
  return typeof reply === "string" || reply instanceof z.ZodType ? { "application/json": reply } : reply;
}

const OF_EVERY_REPLY = ["X-Request-Id", "Assay-Version"] as const;

function everyReply({ role, deprecated }: Operation): ResponseHeader[] {
  return [
    ...OF_EVERY_REPLY,
    ...(role ? (["RateLimit", "RateLimit-Policy"] as const) : []),
    ...(deprecated ? (["Deprecation", "Sunset"] as const) : []),
  ];
}

function ownHeaders({ revalidated, responseHeaders = [] }: Operation, status: string): ResponseHeader[] {
  if (status === "204") return [];
  return [...(revalidated ? (["ETag"] as const) : []), ...responseHeaders];
}

function describeError(status: number, codes: readonly ErrorCode[]): JsonObject {
  return {
    description: codes.join(", "),
    headers: headersOf([
      ...OF_EVERY_REPLY,
      ...(WAITING.has(status) ? (["Retry-After"] as const) : []),
      ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ]),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/ErrorReply" },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function headersOf(names: readonly ResponseHeader[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

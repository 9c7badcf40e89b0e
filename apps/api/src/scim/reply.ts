import type { DirectoryParts, ListRange } from "@assay/core/scim";
import type { Context } from "@assay/core/tenancy";
import { PAGE_MAX } from "./discovery.ts";
import type { Attributes } from "./read-body.ts";
import { refuse } from "./refuse.ts";
import type { Projection } from "./to-resource.ts";
import { LIST_RESPONSE } from "./urns.ts";

export interface ScimRequest {
  readonly ctx: Context;
  readonly parts: DirectoryParts;
  readonly request: Request;
  readonly query: URLSearchParams;
  readonly projection: Projection;
  /** The last part of the path; empty where there is none. */
  readonly id: string;
  /** The address of `/scim/v2` as the directory calls it. */
  readonly base: string;
}

const PAGE_DEFAULT = 100;
const START_MAX = 1_000_000;

/** Which page is asked for. Throws invalidValue. */
export function readRange(query: URLSearchParams): ListRange {
  const start = readInteger(query, "startIndex", 1);
  const limit = readInteger(query, "count", PAGE_DEFAULT);
  return { offset: Math.min(Math.max(start, 1), START_MAX) - 1, limit: Math.min(Math.max(limit, 0), PAGE_MAX) };
}

function readInteger(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text === null || text === "") return otherwise;
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
  throw refuse("invalidValue", `Cannot read '${name}' because it must be a whole number`);
}

export function listOf(resources: readonly Attributes[], { total, startIndex }: { total: number; startIndex: number }) {
  return ok({
    schemas: [LIST_RESPONSE],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  });
}

export const ok = (resource: Attributes) => reply(resource, 200);
export const noContent = () => new Response(null, { status: 204 });
export const created = (resource: Attributes, location: string) => reply(resource, 201, { Location: location });

function reply(resource: Attributes, status: number, headers: Record<string, string> = {}): Response {
  const type = { "Content-Type": "application/scim+json" };
  return new Response(JSON.stringify(resource), { status, headers: { ...type, ...headers } });
}

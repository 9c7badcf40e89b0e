import type { Context } from "hono";
import type { ApiEnv } from "../variables.ts";

export const MCP_PATH = "/mcp";
/** RFC 9728: of a resource with a path, the path is behind it. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";

/** The address by which clients call this service. */
export function originOf(c: Context<ApiEnv>): string {
  return c.var.services.settings.ownOrigin ?? new URL(c.req.url).origin;
}

/** What tokens of connections are for. */
export function mcpAddress(c: Context<ApiEnv>): string {
  return `${originOf(c)}${MCP_PATH}`;
}

/** What a refusal says: on `/mcp` also where its authorization server is found. */
export function challengeOf(c: Context<ApiEnv>): string {
  if (c.req.path !== MCP_PATH) return "Bearer";
  return `Bearer resource_metadata="${originOf(c)}${RESOURCE_METADATA_PATH}${MCP_PATH}"`;
}

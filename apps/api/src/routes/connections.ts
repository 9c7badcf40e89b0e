import { AssayError, type Connection, type ConnectionRequest } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import type { Context } from "hono";
import { mcpAddress, originOf } from "../mcp/address.ts";
import { bind, serve } from "../middleware/bind.ts";
import type { ApiEnv } from "../variables.ts";

/** Loaded with the first use: few deployments have any. */
const acts = () => import("@assay/core/connections");

export const connections = serve(
  bind(operations.connections.list, async (c) => {
    return c.json(toReply(await (await acts()).listOwnConnections(c.var.ctx, c.req.valid("query"))));
  }),
  bind(operations.connections.request, async (c) => {
    const asked = c.req.valid("query");
    const app = await findAsked(c, asked);
    return c.json({
      request: {
        clientName: app.name,
        clientHost: app.host,
        redirectTarget: targetOf(asked.redirectUri),
        denyUrl: answerUrl(c, asked, { error: "access_denied" }),
      },
    });
  }),
  bind(operations.connections.create, async (c) => {
    const asked = c.req.valid("json");
    const { redirectUri, codeChallenge, resource } = asked;
    const app = await findAsked(c, asked);
    const { code } = await (await acts()).createConnection(c.var.ctx, { app, redirectUri, codeChallenge, resource });
    return c.json({ redirectUrl: answerUrl(c, asked, { code }) }, 201);
  }),
  bind(operations.connections.end, async (c) => {
    await (await acts()).endConnection(c.var.ctx, c.req.param("connectionId"));
    return c.body(null, 204);
  }),
  bind(operations.admin.connections.list, async (c) => {
    return c.json(toReply(await (await acts()).listConnections(c.var.ctx, c.req.valid("query"))));
  }),
);

function toReply({ items, nextCursor }: { items: Connection[]; nextCursor: string | null }) {
  return { connections: items, nextCursor };
}

async function findAsked(c: Context<ApiEnv>, asked: ConnectionRequest) {
  const own = mcpAddress(c);
  if (asked.resource !== own)
    throw new AssayError("VALIDATION_ERROR", `Cannot connect the application because resource must be ${own}`, {
      details: { issues: [{ field: "resource", issue: `must be ${own}` }] },
    });
  return (await acts()).findApp(c.var.services.fetcher, asked);
}

/** RFC 9207: the answer says who gives it. */
function answerUrl(
  c: Context<ApiEnv>,
  { redirectUri, state }: ConnectionRequest,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  const said = { ...answer, iss: originOf(c), ...(state !== undefined && { state }) };
  for (const [name, value] of Object.entries(said)) url.searchParams.set(name, value);
  return url.href;
}

/** What a person knows an address by. */
function targetOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === "https:" || protocol === "http:" ? host : protocol.slice(0, -1);
}

import { Hono } from "hono";
import { MCP_PATH, originOf } from "../mcp/address.ts";
import { reportFailure, toAssayError } from "../middleware/errors.ts";
import { refuseForeignOrigin } from "../middleware/foreign-origin.ts";
import { invalid } from "../middleware/invalid.ts";
import { limitRate } from "../middleware/limit-rate.ts";
import { role } from "../middleware/role.ts";
import { session } from "../middleware/session.ts";
import { jsonBody } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const MCP = { method: "POST", path: MCP_PATH, role: "VIEWER" } as const;

/** The Model Context Protocol over streamable HTTP: a message a request, a JSON reply, no session and no stream. */
export const mcp = new Hono<ApiEnv>();

mcp.post(MCP.path, role(MCP.role), jsonBody, async (c) => {
  const message: unknown = await c.req.json();
  if (Array.isArray(message)) throw invalid("body", [{ field: "", issue: "must be one message, not a batch" }]);
  // Loaded with the first message: few deployments have any.
  const { serveMessage } = await import("../mcp/serve-message.ts");
  const { ctx, services, requestId } = c.var;
  const startedAt = performance.now();
  return serveMessage(c.req.raw, message, {
    ctx,
    services,
    origin: originOf(c),
    signal: c.req.raw.signal,
    toError: (thrown) => {
      const error = toAssayError(thrown);
      reportFailure(c, error, thrown);
      return error;
    },
    onCalled: (tool, code) =>
      services.logger.info("mcp.tool_called", {
        requestId,
        tenantId: ctx.tenantId,
        tool,
        code,
        ms: Math.round(performance.now() - startedAt),
      }),
  });
});

/** Is before the route: what a page of another origin sends is refused, then as on every route of the API. */
export const mcpGuards = [refuseForeignOrigin, session, limitRate("requests")] as const;

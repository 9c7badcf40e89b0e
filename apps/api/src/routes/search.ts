import { searchQuery } from "@assay/contract";
import { searchEvidence } from "@assay/core/search";
import { Hono } from "hono";
import { limitRate } from "../middleware/limit-rate.ts";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const search = new Hono<ApiEnv>();

search.get(
  "/api/search",
  role("VIEWER"),
  operation("search.search", "Finds the passages of the evidence that answer a question best", {
    200: "SearchResults",
  }),
  query(searchQuery),
  limitRate("searches"),
  async (c) => {
    const { ctx, requestId, services } = c.var;
    const { reply, asked } = await searchEvidence(ctx, services.models, c.req.valid("query"), {
      signal: c.req.raw.signal,
    });
    // What was searched for is never logged.
    services.logger.info("search.served", {
      requestId,
      tenantId: ctx.tenantId,
      embedder: asked?.model ?? null,
      embedMs: asked?.ms ?? null,
      degraded: reply.degraded,
      results: reply.results.length,
    });
    return c.json(reply);
  },
);

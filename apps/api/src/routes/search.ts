import { operations } from "@assay/contract/operations";
import { searchEvidence } from "@assay/core/search";
import { bind, serve } from "../middleware/bind.ts";

export const search = serve(
  bind(operations.search.search, async (c) => {
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
  }),
);

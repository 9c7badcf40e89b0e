import { sourceName } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import { closeSync } from "@assay/core/documents";
import { bind, serve } from "../middleware/bind.ts";
import { requireValid } from "../middleware/validate.ts";

export const sources = serve(
  bind(operations.sources.closeSync, async (c) => {
    const source = sourceName.safeParse(c.req.param("source"));
    if (!source.success) return requireValid("path", sourceName, source.error);
    return c.json({ sync: await closeSync(c.var.ctx, source.data, c.req.valid("json")) });
  }),
);

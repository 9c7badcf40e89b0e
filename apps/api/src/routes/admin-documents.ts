import { operations } from "@assay/contract/operations";
import { countReadings, listFailedDocuments, reprocessDocuments } from "@assay/core/documents";
import { bind, serve } from "../middleware/bind.ts";

export const adminDocuments = serve(
  bind(operations.admin.documents.failed, async (c) => {
    const page = await listFailedDocuments(c.var.ctx, c.req.valid("query"));
    return c.json({ documents: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.documents.counts, async (c) => c.json({ counts: await countReadings(c.var.ctx) })),
  bind(operations.admin.documents.reprocess, async (c) => {
    const { accepted, refused, jobs } = await reprocessDocuments(c.var.ctx, c.req.valid("json"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ accepted, refused }, 202);
  }),
);

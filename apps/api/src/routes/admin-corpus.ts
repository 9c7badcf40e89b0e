import { operations } from "@assay/contract/operations";
import {
  createActivation,
  createUrlIngestion,
  getIngestion,
  listActivations,
  listIngestions,
  listPassages,
} from "@assay/core/guidance";
import { bind, serve } from "../middleware/bind.ts";
import { receiveGuidance } from "../upload/receive-guidance.ts";

export const corpus = serve(
  bind(operations.admin.corpus.ingestions, async (c) => {
    const page = await listIngestions(c.var.ctx, c.req.valid("query"));
    return c.json({ ingestions: page.items, nextCursor: page.nextCursor });
  }),
  bind(
    operations.admin.corpus.ingest,
    async (c) => {
      const { ctx, services } = c.var;
      const { ingestion, jobs } = await createUrlIngestion(ctx, services.fetcher, c.req.valid("json"));
      await services.dispatcher.dispatch(jobs);
      return c.json({ ingestion }, 202);
    },
    {
      beforeBody: async (c, next) => {
        const type = c.req.header("Content-Type") ?? "";
        if (!/^multipart\/form-data\s*(;|$)/i.test(type)) return next();
        const { ingestion, jobs } = await receiveGuidance(c.var, c.req.raw, type);
        await c.var.services.dispatcher.dispatch(jobs);
        return c.json({ ingestion }, 202);
      },
    },
  ),
  bind(operations.admin.corpus.ingestion, async (c) =>
    c.json({ ingestion: await getIngestion(c.var.ctx, c.req.param("id")) }),
  ),
  bind(operations.admin.corpus.passages, async (c) => {
    const page = await listPassages(c.var.ctx, c.req.param("id"), c.req.valid("query"));
    return c.json({ passages: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.corpus.activations, async (c) => {
    const page = await listActivations(c.var.ctx, c.req.valid("query"));
    return c.json({ activations: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.corpus.activate, async (c) =>
    c.json({ activation: await createActivation(c.var.ctx, c.req.valid("json")) }, 201),
  ),
);

import { operations } from "@assay/contract/operations";
import { listForecasts } from "@assay/core/forecasts";
import {
  activateRetrievalVersion,
  createRetrievalVersion,
  getEngineMetrics,
  listRetrievalVersions,
  recommendRetrievalVersion,
  storeEngineMetrics,
} from "@assay/core/retrieval-versions";
import { previewThresholds } from "@assay/core/runs";
import { bind, serve } from "../middleware/bind.ts";

export const retrievalVersions = serve(
  bind(operations.admin.retrievalVersions.list, async (c) => {
    const page = await listRetrievalVersions(c.var.ctx, c.req.valid("query"));
    return c.json({ retrievalVersions: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.retrievalVersions.create, async (c) => {
    const { ctx, services } = c.var;
    const { record, jobs } = await createRetrievalVersion(ctx, services.models, c.req.valid("json"));
    await services.dispatcher.dispatch(jobs);
    return c.json({ retrievalVersion: record }, 201);
  }),
  bind(operations.admin.retrievalVersions.preview, async (c) =>
    c.json(await previewThresholds(c.var.ctx, c.req.valid("query"))),
  ),
  bind(operations.admin.retrievalVersions.forecasts, async (c) => c.json(await listForecasts(c.var.ctx))),
  bind(operations.admin.retrievalVersions.activate, async (c) => {
    const { ctx, services } = c.var;
    return c.json({ retrievalVersion: await activateRetrievalVersion(ctx, services.models, c.req.param("id")) });
  }),
  bind(operations.admin.retrievalVersions.metrics, async (c) =>
    c.json(await getEngineMetrics(c.var.ctx, c.req.param("id"))),
  ),
  bind(operations.admin.retrievalVersions.storeMetrics, async (c) =>
    c.json(await storeEngineMetrics(c.var.ctx, c.req.param("id"), c.req.valid("json"))),
  ),
  bind(operations.admin.retrievalVersions.recommend, async (c) =>
    c.json({ retrievalVersion: await recommendRetrievalVersion(c.var.ctx, c.req.param("id")) }),
  ),
);

import { operations } from "@assay/contract/operations";
import { listModelUse } from "@assay/core/jobs";
import { bind, serve } from "../middleware/bind.ts";

export const adminModels = serve(
  bind(operations.admin.models.list, async (c) => {
    const { ctx, services } = c.var;
    const { quota } = services.settings.models;
    const models = await listModelUse(ctx, quota, services.models);
    return c.json({ windowSeconds: quota.quotaWindowMs / 1000, models });
  }),
);

import { operations } from "@assay/contract/operations";
import { getOverview } from "@assay/core/overview";
import { bind, serve } from "../middleware/bind.ts";

export const adminOverview = serve(
  bind(operations.admin.overview.get, async (c) => {
    const { quietAfterMs } = c.var.services.settings;
    return c.json({ overview: await getOverview(c.var.ctx, { quietAfterMs }) });
  }),
);

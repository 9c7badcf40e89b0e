import { operations } from "@assay/contract/operations";
import { getDeployment } from "@assay/core/deployment";
import { listDeploymentEntries } from "@assay/core/deployment-log";
import { bind, serve } from "../middleware/bind.ts";

export const adminDeployment = serve(
  bind(operations.admin.deployment.get, async (c) => {
    const { quota, quietAfterMs } = c.var.services.settings;
    return c.json(await getDeployment(c.var.ctx, c.req.valid("query"), { quota, quietAfterMs }));
  }),
  bind(operations.admin.deployment.log, async (c) => {
    const { items, ...rest } = await listDeploymentEntries(c.var.ctx, c.req.valid("query"));
    return c.json({ entries: items, ...rest });
  }),
);

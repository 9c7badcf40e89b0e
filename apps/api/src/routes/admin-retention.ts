import { operations } from "@assay/contract/operations";
import { bind, serve } from "../middleware/bind.ts";

/** Rare: what does it is loaded when it is asked for. */
const retention = () => import("@assay/core/retention");

export const adminRetention = serve(
  bind(operations.admin.retention.get, async (c) =>
    c.json({ retention: await (await retention()).readRetention(c.var.ctx, c.req.param("tenantId")) }),
  ),
  bind(operations.admin.retention.change, async (c) => {
    const { changeRetention } = await retention();
    const { days } = c.req.valid("json");
    return c.json({ retention: await changeRetention(c.var.ctx, c.req.param("tenantId"), days) });
  }),
  bind(operations.admin.retention.preview, async (c) =>
    c.json(await (await retention()).previewRetention(c.var.ctx, c.req.param("tenantId"), c.req.valid("query"))),
  ),
);

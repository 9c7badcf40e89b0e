import { operations } from "@assay/contract/operations";
import { bind, serve } from "../middleware/bind.ts";

/** Rare: what does it is loaded when it is asked for. */
const erasure = () => import("@assay/core/erasure");

export const adminErasures = serve(
  bind(operations.admin.erasures.listHolds, async (c) =>
    c.json({ holds: await (await erasure()).listTenantHolds(c.var.ctx, c.req.param("tenantId")) }),
  ),
  bind(operations.admin.erasures.hold, async (c) =>
    c.json({ hold: await (await erasure()).holdTenant(c.var.ctx, c.req.param("tenantId"), c.req.valid("json")) }, 201),
  ),
  bind(operations.admin.erasures.endHold, async (c) =>
    c.json({
      hold: await (await erasure()).endTenantHold(
        c.var.ctx,
        c.req.param("tenantId"),
        c.req.param("holdId"),
        c.req.valid("json"),
      ),
    }),
  ),
  bind(operations.admin.erasures.preview, async (c) =>
    c.json(await (await erasure()).previewErasure(c.var.ctx, c.req.param("tenantId"))),
  ),
  bind(operations.admin.erasures.start, async (c) => {
    const started = await (await erasure()).eraseTenant(c.var.ctx, c.req.param("tenantId"), c.req.valid("json"));
    await c.var.services.dispatcher.dispatch(started.jobs);
    return c.json({ erasure: started.erasure }, 202);
  }),
  bind(operations.admin.erasures.list, async (c) => {
    const page = await (await erasure()).listErasures(c.var.ctx, c.req.valid("query"));
    return c.json({ erasures: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.erasures.certificate, async (c) =>
    c.json(await (await erasure()).readDeletionCertificate(c.var.ctx, c.req.param("erasureId"))),
  ),
);

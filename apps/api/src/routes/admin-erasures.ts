import { operations } from "@assay/contract/operations";
import {
  endTenantHold,
  eraseTenant,
  holdTenant,
  listErasures,
  listTenantHolds,
  previewErasure,
  readDeletionCertificate,
} from "@assay/core/erasure";
import { bind, serve } from "../middleware/bind.ts";

export const adminErasures = serve(
  bind(operations.admin.erasures.listHolds, async (c) =>
    c.json({ holds: await listTenantHolds(c.var.ctx, c.req.param("tenantId")) }),
  ),
  bind(operations.admin.erasures.hold, async (c) =>
    c.json({ hold: await holdTenant(c.var.ctx, c.req.param("tenantId"), c.req.valid("json")) }, 201),
  ),
  bind(operations.admin.erasures.endHold, async (c) =>
    c.json({ hold: await endTenantHold(c.var.ctx, c.req.param("tenantId"), c.req.param("holdId")) }),
  ),
  bind(operations.admin.erasures.preview, async (c) =>
    c.json(await previewErasure(c.var.ctx, c.req.param("tenantId"))),
  ),
  bind(operations.admin.erasures.start, async (c) => {
    const { erasure, jobs } = await eraseTenant(c.var.ctx, c.req.param("tenantId"), c.req.valid("json"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ erasure }, 202);
  }),
  bind(operations.admin.erasures.list, async (c) => {
    const page = await listErasures(c.var.ctx, c.req.valid("query"));
    return c.json({ erasures: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.erasures.certificate, async (c) =>
    c.json(await readDeletionCertificate(c.var.ctx, c.req.param("erasureId"))),
  ),
);

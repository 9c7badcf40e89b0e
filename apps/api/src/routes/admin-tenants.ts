import { operations } from "@assay/contract/operations";
import { inviteFirstAdmin } from "@assay/core/invitations";
import { changeTenant, listTenants, openTenant, readTenant } from "@assay/core/tenancy";
import { bind, serve } from "../middleware/bind.ts";
import { deliveryOf, shown } from "./admin-invitations.ts";

export const adminTenants = serve(
  bind(operations.admin.tenants.list, async (c) => {
    const page = await listTenants(c.var.ctx, c.req.valid("query"));
    return c.json({ tenants: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.tenants.create, async (c) =>
    c.json({ tenant: await openTenant(c.var.ctx, c.req.valid("json")) }, 201),
  ),
  bind(operations.admin.tenants.get, async (c) =>
    c.json({ tenant: await readTenant(c.var.ctx, c.req.param("tenantId")) }),
  ),
  bind(operations.admin.tenants.change, async (c) =>
    c.json({ tenant: await changeTenant(c.var.ctx, c.req.param("tenantId"), c.req.valid("json")) }),
  ),
  bind(operations.admin.tenants.inviteAdministrator, async (c) => {
    const issued = await inviteFirstAdmin(c.var.ctx, deliveryOf(c), c.req.param("tenantId"), c.req.valid("json"));
    return c.json(await shown(c, issued), 201);
  }),
);

import { createTenantBody, patchTenantBody, tenantListQuery } from "@assay/contract";
import { changeTenant, listTenants, openTenant, readTenant } from "@assay/core/tenancy";
import { Hono } from "hono";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminTenants = new Hono<ApiEnv>().basePath("/api/admin/tenants");

adminTenants.get("/", role("SUPER_ADMIN"), query(tenantListQuery), async (c) => {
  const page = await listTenants(c.var.ctx, c.req.valid("query"));
  return c.json({ tenants: page.items, nextCursor: page.nextCursor });
});

adminTenants.post("/", role("SUPER_ADMIN"), jsonBody, json(createTenantBody), async (c) =>
  c.json({ tenant: await openTenant(c.var.ctx, c.req.valid("json")) }, 201),
);

adminTenants.get("/:tenantId", role("SUPER_ADMIN"), async (c) =>
  c.json({ tenant: await readTenant(c.var.ctx, c.req.param("tenantId")) }),
);

adminTenants.patch("/:tenantId", role("SUPER_ADMIN"), jsonBody, json(patchTenantBody), async (c) =>
  c.json({ tenant: await changeTenant(c.var.ctx, c.req.param("tenantId"), c.req.valid("json")) }),
);

import { createTenantBody, patchTenantBody, tenantListQuery } from "@assay/contract";
import { changeTenant, listTenants, openTenant, readTenant } from "@assay/core/tenancy";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminTenants = new Hono<ApiEnv>().basePath("/api/admin/tenants");

adminTenants.get(
  "/",
  role("SUPER_ADMIN"),
  operation("admin.tenants.list", "Lists tenants", { 200: "TenantListReply" }),
  query(tenantListQuery),
  async (c) => {
    const page = await listTenants(c.var.ctx, c.req.valid("query"));
    return c.json({ tenants: page.items, nextCursor: page.nextCursor });
  },
);

adminTenants.post(
  "/",
  role("SUPER_ADMIN"),
  operation("admin.tenants.create", "Creates a tenant", { 201: "TenantReply" }),
  jsonBody,
  json(createTenantBody),
  async (c) => c.json({ tenant: await openTenant(c.var.ctx, c.req.valid("json")) }, 201),
);

adminTenants.get(
  "/:tenantId",
  role("SUPER_ADMIN"),
  operation("admin.tenants.get", "Returns a tenant", { 200: "TenantReply" }),
  async (c) => c.json({ tenant: await readTenant(c.var.ctx, c.req.param("tenantId")) }),
);

adminTenants.patch(
  "/:tenantId",
  role("SUPER_ADMIN"),
  operation(
    "admin.tenants.change",
    "Renames or deactivates a tenant",
    { 200: "TenantReply" },
    { errors: ["INVALID_STATE"] },
  ),
  jsonBody,
  json(patchTenantBody),
  async (c) => c.json({ tenant: await changeTenant(c.var.ctx, c.req.param("tenantId"), c.req.valid("json")) }),
);

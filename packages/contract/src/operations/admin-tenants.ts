import { createTenantBody, patchTenantBody, tenantListQuery } from "../tenancy.ts";
import { defineOperations } from "./define-operations.ts";

export const adminTenants = defineOperations("admin.tenants", {
  list: {
    method: "GET",
    path: "/api/admin/tenants",
    role: "SUPER_ADMIN",
    summary: "Lists tenants",
    query: tenantListQuery,
    responses: { 200: "TenantListReply" },
  },
  create: {
    method: "POST",
    path: "/api/admin/tenants",
    role: "SUPER_ADMIN",
    summary: "Creates a tenant",
    body: createTenantBody,
    responses: { 201: "TenantReply" },
  },
  get: {
    method: "GET",
    path: "/api/admin/tenants/:tenantId",
    role: "SUPER_ADMIN",
    summary: "Returns a tenant",
    responses: { 200: "TenantReply" },
  },
  change: {
    method: "PATCH",
    path: "/api/admin/tenants/:tenantId",
    role: "SUPER_ADMIN",
    summary: "Renames, suspends or resumes a tenant",
    description:
      "An INACTIVE tenant is suspended: its people, keys and links get 403 FORBIDDEN with `details.reason: TENANT_SUSPENDED`, and its jobs wait.",
    body: patchTenantBody,
    responses: { 200: "TenantReply" },
    errors: ["INVALID_STATE"],
  },
});

import { createTenantBody, inviteAdministratorBody, patchTenantBody, tenantListQuery } from "../tenancy.ts";
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
  inviteAdministrator: {
    method: "POST",
    path: "/api/admin/tenants/:tenantId/administrators",
    role: "SUPER_ADMIN",
    person: "invite an administrator",
    fresh: "ACTION",
    summary: "Invites the first administrator of a tenant, without entering it",
    description:
      "As `admin.members.invite`, with the role ADMIN. An earlier open invitation of the tenant ends. INVALID_STATE: the tenant has an administrator, or is not ACTIVE.",
    body: inviteAdministratorBody,
    responses: { 201: "IssuedInvitation" },
    errors: ["INVALID_STATE"],
  },
});

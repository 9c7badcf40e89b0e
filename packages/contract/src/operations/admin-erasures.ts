import { eraseTenantBody, erasureListQuery, tenantHoldBody } from "../erasures.ts";
import { defineOperations } from "./define-operations.ts";

export const adminErasures = defineOperations("admin.erasures", {
  listHolds: {
    method: "GET",
    path: "/api/admin/tenants/:tenantId/holds",
    role: "SUPER_ADMIN",
    summary: "Lists what keeps a tenant from being erased, ended holds too",
    responses: { 200: "TenantHoldListReply" },
  },
  hold: {
    method: "POST",
    path: "/api/admin/tenants/:tenantId/holds",
    role: "SUPER_ADMIN",
    person: "hold a tenant",
    summary: "Keeps a tenant from being erased, such as for a lawsuit",
    body: tenantHoldBody,
    responses: { 201: "TenantHoldReply" },
    errors: ["INVALID_STATE"],
  },
  endHold: {
    method: "DELETE",
    path: "/api/admin/tenants/:tenantId/holds/:holdId",
    role: "SUPER_ADMIN",
    person: "end a hold",
    fresh: "ACTION",
    summary: "Ends a hold",
    responses: { 200: "TenantHoldReply" },
    errors: ["INVALID_STATE"],
  },
  preview: {
    method: "GET",
    path: "/api/admin/tenants/:tenantId/erasure",
    role: "SUPER_ADMIN",
    summary: "Counts what an erasure of a tenant would delete",
    responses: { 200: "ErasurePreview" },
  },
  start: {
    method: "POST",
    path: "/api/admin/tenants/:tenantId/erasure",
    role: "SUPER_ADMIN",
    person: "erase a tenant",
    fresh: "ACTION",
    summary: "Erases a suspended tenant",
    description:
      "There is no way back: the keys of its originals are destroyed before it returns, and jobs delete the rest. INVALID_STATE: the tenant is not suspended, is under hold, is the caller's own, or is erased already.",
    body: eraseTenantBody,
    responses: { 202: "ErasureReply" },
    errors: ["INVALID_STATE"],
  },
  list: {
    method: "GET",
    path: "/api/admin/erasures",
    role: "SUPER_ADMIN",
    summary: "Lists tenants that are erased, or being erased",
    query: erasureListQuery,
    responses: { 200: "ErasureListReply" },
  },
  certificate: {
    method: "GET",
    path: "/api/admin/erasures/:erasureId/certificate",
    role: "SUPER_ADMIN",
    summary: "Returns the signed certificate of what was deleted of a tenant",
    description: "`assay verify` checks it without the service. INVALID_STATE: the tenant is still being erased.",
    responses: { 200: "DeletionCertificate" },
    errors: ["INVALID_STATE"],
  },
});

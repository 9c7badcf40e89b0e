import { patchRetentionBody, retentionPreviewQuery } from "../retention.ts";
import { defineOperations } from "./define-operations.ts";

export const adminRetention = defineOperations("admin.retention", {
  get: {
    method: "GET",
    path: "/api/admin/tenants/:tenantId/retention",
    role: "SUPER_ADMIN",
    summary: "Returns after how many days what a tenant has is removed",
    responses: { 200: "RetentionReply" },
  },
  change: {
    method: "PATCH",
    path: "/api/admin/tenants/:tenantId/retention",
    role: "SUPER_ADMIN",
    person: "change what is removed of a tenant",
    fresh: "ACTION",
    summary: "Says after how many days what a tenant has is removed",
    description:
      "Nothing is removed in the day after a change, while a hold is active, or while the tenant is suspended. INVALID_STATE: the tenant is being erased.",
    body: patchRetentionBody,
    responses: { 200: "RetentionReply" },
    errors: ["INVALID_STATE"],
  },
  preview: {
    method: "GET",
    path: "/api/admin/tenants/:tenantId/retention/preview",
    role: "SUPER_ADMIN",
    summary: "Counts what the rules of a tenant, or others, would remove now",
    query: retentionPreviewQuery,
    responses: { 200: "RetentionPreview" },
  },
});
